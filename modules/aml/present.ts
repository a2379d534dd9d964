import type { Static } from 'typebox';
import type { Dataset } from '../../contract/aml.ts';
import { type ActiveDataset, checksServed } from './lists/datasets.ts';
import { stamp } from './live.ts';
import { SANDBOX_STAMP } from './sandbox.ts';
import type { Head, ScreeningRecord } from './screening.ts';
import type { ResolutionRow } from './resolutions/store.ts';
import type { ListedScreening, ScreeningRow } from './store.ts';

type Resolution = NonNullable<ScreeningRecord['matches'][number]['resolution']>;

export const presentResolution = ({ decision, reason, actorId, decidedAt }: ResolutionRow): Resolution => ({
  decision,
  reason,
  resolvedBy: actorId,
  resolvedAt: decidedAt.toISOString(),
});

/** The record as it was made, with what was decided about its matches since. */
export function presentScreening(row: ScreeningRow, resolutions: readonly ResolutionRow[]): ScreeningRecord {
  const { head, detail } = row;
  return {
    ...presentSummary(row),
    ...detail,
    subject: head.subject,
    matches: detail.matches.map((match) => {
      const resolution = resolutions.find(({ matchId }) => matchId === match.matchId);
      return resolution ? { ...match, resolution: presentResolution(resolution) } : match;
    }),
  };
}

export const presentSummary = ({ head, erasedAt }: ListedScreening): Head => ({
  ...head,
  erasedAt: erasedAt?.toISOString() ?? null,
});

type PresentDataset = Static<typeof Dataset>;

export const presentDataset = (active: ActiveDataset): PresentDataset => ({
  ...stamp(active),
  format: active.format,
  categories: { ...active.categories },
  checks: checksServed(active.categories),
  checkedAt: active.checkedAt.toISOString(),
  createdAt: active.fetchedAt.toISOString(),
});

/** The list that the sandbox pretends to have. */
export const SANDBOX_LIST: ActiveDataset = {
  ...SANDBOX_STAMP,
  format: 'sandbox',
  categories: { SANCTIONS: 1, PEP: 1, ADVERSE_MEDIA: 1 },
  fetchedAt: new Date(SANDBOX_STAMP.fetchedAt),
  checkedAt: new Date(SANDBOX_STAMP.fetchedAt),
};
