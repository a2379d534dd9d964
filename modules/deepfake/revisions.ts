import type { RevisionPictures } from '../../engines/forensics/index.ts';
import type { Tenant } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { FileStore } from '../../platform/files/files.ts';

/** Kinds of a job's files: pictures of pages, and what they show. They go when the media go. */
export const REVISION_PAGE = 'REVISION_PAGE';
export const REVISIONS = 'REVISIONS';

type EngineChange = RevisionPictures['changes'][number];

/** As it is kept: pictures by the identifiers of their files. */
export interface KeptRevisions extends Omit<RevisionPictures, 'changes' | 'pictures'> {
  changes: (Omit<EngineChange, 'before' | 'after'> & { before: string | null; after: string | null })[];
}

/** Keeps the pictures of a document's states, sealed, as long as its media. Nothing where nothing looks different. */
export async function keepRevisions(
  files: FileStore,
  transaction: Transaction,
  tenant: Tenant,
  { pictures, changes, ...about }: RevisionPictures,
  owner: { ownerId: string; now: Date; expiresAt: Date },
): Promise<void> {
  const ids = new Map<string, string>();
  for (const { name, mediaType, bytes } of pictures) {
    const kept = await files.put(transaction, tenant, bytes, { ...owner, kind: REVISION_PAGE, mediaType, name });
    ids.set(name, kept.fileId);
  }
  const idOf = (name: string | null): string | null => (name === null ? null : (ids.get(name) ?? null));
  const kept: KeptRevisions = {
    ...about,
    changes: changes.map((change) => ({ ...change, before: idOf(change.before), after: idOf(change.after) })),
  };
  await files.put(transaction, tenant, Buffer.from(JSON.stringify(kept)), {
    ...owner,
    kind: REVISIONS,
    mediaType: 'application/json',
    name: 'revisions.json',
  });
}

/** What was kept of a document's states. */
export async function readRevisions(
  files: FileStore,
  tenant: Tenant,
  file: { fileId: string; size: number },
): Promise<KeptRevisions> {
  const bytes = await files.readAll(tenant, { id: file.fileId, size: file.size });
  return JSON.parse(bytes.toString('utf8')) as KeptRevisions;
}
