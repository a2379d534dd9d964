import Type, { type Static } from 'typebox';
import { DateTime, id, nullable, strict } from '../common.ts';

const text = Type.String();

/** A stored file; ask for a link to show it. */
export const StoredFile = strict({
  fileId: id('file'),
  kind: text,
  mediaType: text,
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  createdAt: DateTime,
});
export type StoredFile = Static<typeof StoredFile>;

const share = Type.Number({ minimum: 0, maximum: 1 });

/** How the pages of a PDF looked before and after each time it was saved again, as far as they differ. */
export const MediaRevisions = strict({
  states: Type.Integer({ minimum: 2 }),
  /** The earliest state that was compared with the next, from 1. */
  first: Type.Integer({ minimum: 1 }),
  /** Pages that were saved anew and not drawn: the drawing is bounded. */
  leftOut: Type.Integer({ minimum: 0 }),
  changes: Type.Array(
    strict({
      page: Type.Integer({ minimum: 1 }),
      from: Type.Integer({ minimum: 1 }),
      to: Type.Integer({ minimum: 2 }),
      /** null where the state has no such page. */
      before: nullable(StoredFile),
      after: nullable(StoredFile),
      /** Of the page's picture points that differ. */
      share,
      /** Where they are, in shares of the page's width and height from the top left. */
      places: Type.Array(strict({ x: share, y: share, width: share, height: share })),
      /** Texts that were replaced (both), added (no before) or taken away (no after). */
      texts: Type.Array(strict({ before: nullable(text), after: nullable(text) })),
    }),
  ),
});
export type MediaRevisions = Static<typeof MediaRevisions>;
