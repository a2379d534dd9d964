import {
  entityHash,
  isListFormat,
  listReader,
  LIST_FORMATS,
  type ListedEntity,
  type ListReader,
  shrunken,
} from '../../../engines/watchlists/index.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { type Actor, systemContext, type Tenant } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import type { Services } from '../../../platform/module.ts';
import { entityMaterial } from '../material.ts';
import { asBlocked } from '../own/blocklist.ts';
import { BLOCKLIST, DATASET_OF_FORMAT, isReserved, storedName } from './datasets.ts';
import { inspectFiles, openInputs, type SourceFiles, withSideFiles } from './files.ts';
import { asRefusal, ListRefused } from './refused.ts';
import * as store from './store.ts';

export interface ImportProgress {
  dataset: string;
  /** READ while the files are read, STORED once the new version serves. */
  phase: 'READ' | 'STORED';
  entities: number;
  bytesRead: number;
  bytesTotal: number;
}

export interface ImportOptions {
  /** One of the formats of the contract's section 12. */
  format: string;
  paths: readonly string[];
  /** Take a list that is smaller by a fifth or more, and read again what was read already. */
  force?: boolean;
  /** Name of the list; by default the one that the format is of. */
  dataset?: string;
  /** Whose blocklist it is, whole: nobody else is screened against it. */
  owner?: Tenant;
  /** Who imports an own list: told in the owner's audit log. */
  actor?: Actor;
  onProgress?: (progress: ImportProgress) => void;
  /** What the publisher said of the bytes, for the next conditional request. */
  validators?: store.Validators;
}

export interface ImportResult {
  dataset: string;
  version: number;
  /** The same bytes as the version that served already: nothing was done. */
  unchanged: boolean;
  entities: number;
  added: number;
  changed: number;
  removed: number;
  publishedAt: string | null;
  sha256: string;
  warnings: { code: string; count: number; example: string }[];
}

type ListServices = Pick<Services, 'db' | 'clock' | 'log'>;

const BATCH = 200;
const DATASET_NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/**
 * Takes a whole list from files and makes it the version that serves, in one step: until then, and where anything is
 * wrong, the version before serves on. Monitors are told of the changes by a job of the same transaction.
 * @throws ListRefused where the list is damaged, cut short, unreadable, or smaller by a fifth or more without `force`;
 *   the refusal is recorded and logged
 */
export async function importList(services: ListServices, options: ImportOptions): Promise<ImportResult> {
  const { format } = options;
  if (!isListFormat(format)) {
    throw new ListRefused(
      options.dataset ?? format,
      'UNKNOWN_FORMAT',
      `There is no list format "${format}". Use one of ${LIST_FORMATS.join(', ')}.`,
    );
  }
  const { owner } = options;
  const dataset = owner ? storedName(owner, BLOCKLIST) : (options.dataset ?? DATASET_OF_FORMAT[format]);
  if (!DATASET_NAME.test(dataset)) {
    throw new RangeError(`"${dataset}" is no name for a list; use a-z, 0-9, dot, dash and underscore.`);
  }
  if (!owner && isReserved(dataset)) {
    throw new RangeError(`"${dataset}" is the name of a list that is made otherwise; give this one another name.`);
  }
  try {
    const files = await inspectFiles(shownName(owner, dataset), await withSideFiles(format, options.paths));
    const now = services.clock.now();
    const result = await services.db.transaction((transaction) =>
      replaceList(transaction, { ...options, format, dataset, files, now }),
    );
    options.onProgress?.({
      dataset,
      phase: 'STORED',
      entities: result.entities,
      bytesRead: files.bytes,
      bytesTotal: files.bytes,
    });
    services.log.info({ ...result, warnings: result.warnings.length }, 'watchlist imported');
    return result;
  } catch (error) {
    // The name that an own list is kept under tells whose it is: no word for a metric.
    const refusal = asRefusal(shownName(owner, dataset), error);
    if (!refusal) throw error;
    await noteRefusal(services, refusal);
    throw refusal;
  }
}

const shownName = (owner: Tenant | undefined, dataset: string): string => (owner ? BLOCKLIST : dataset);

/** Records and logs that a list was refused; neither tells what stands in it. */
export async function noteRefusal(services: ListServices, refusal: ListRefused): Promise<void> {
  const { dataset, code, message } = refusal;
  services.log.warn({ dataset, code, reason: message }, 'watchlist refused; the version before it serves on');
  await store.insertRefusal(services.db, {
    dataset,
    code,
    reason: message.slice(0, 1000),
    refusedAt: services.clock.now(),
  });
}

interface Replacement extends ImportOptions {
  format: ListReader['format'];
  dataset: string;
  files: SourceFiles;
  now: Date;
}

async function replaceList(transaction: Transaction, work: Replacement): Promise<ImportResult> {
  const { dataset, files, now } = work;
  await store.lockImport(transaction, dataset);
  await store.addList(transaction, dataset, work.format, now, work.owner ?? null);
  const previous = await store.activeVersionOf(transaction, dataset);
  if (previous && previous.sha256 === files.sha256 && previous.format === work.format && !work.force) {
    await store.noteChecked(transaction, dataset, now, work.validators ?? null);
    return unchanged(previous);
  }
  const version = (previous?.version ?? 0) + 1;
  const reader = listReader(work.format);
  const change = await storeEntities(transaction, reader, version, work);
  const summary = reader.summary();
  if (previous && shrunken(previous.entities, change.entities) && !work.force) {
    const shown = shownName(work.owner, dataset);
    throw new ListRefused(
      shown,
      'SHRUNKEN',
      `The list ${shown} has ${change.entities} entities where the version before has ${previous.entities}: a fifth or more is missing. ` +
        'Fetch it again from the publisher; if it is right, import it with --force.',
    );
  }
  const row: store.VersionRow = {
    dataset,
    version,
    format: work.format,
    publishedAt: summary.publishedAt ?? null,
    fetchedAt: now,
    sha256: files.sha256,
    entities: change.entities,
    categories: change.categories,
    added: change.added,
    changed: change.changed,
    removed: change.removed,
    warnings: summary.warnings,
  };
  await store.activateVersion(transaction, row, work.validators ?? {});
  if (change.added + change.changed + change.removed > 0 && work.owner?.environment !== 'TEST') {
    enqueue(transaction, { task: 'aml.watch', payload: { dataset, version }, queue: 'aml.watch' });
  }
  if (work.owner) {
    const { added, changed, removed, entities } = change;
    audit(transaction, systemContext(work.owner, now, work.actor), {
      action: 'blocklist.import',
      details: { version, entities, added, changed, removed },
    });
  }
  const { fetchedAt: _at, categories: _categories, format: _format, ...told } = row;
  return { ...told, unchanged: false, warnings: [...summary.warnings] };
}

interface Change {
  entities: number;
  added: number;
  changed: number;
  removed: number;
  categories: Record<string, number>;
}

/** Writes what is new or changed, ends what is changed or gone; what stayed the same is not written again. */
async function storeEntities(
  transaction: Transaction,
  reader: ListReader,
  version: number,
  work: Replacement,
): Promise<Change> {
  const { dataset, files } = work;
  const before = new Map<string, string>();
  for (const row of await store.currentHashes(transaction, dataset)) before.set(row.entityId, row.hash);
  const change: Change = { entities: 0, added: 0, changed: 0, removed: 0, categories: {} };
  const ended: string[] = [];
  let batch: store.EntityToStore[] = [];
  let bytesRead = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await store.insertEntities(transaction, dataset, version, batch);
    batch = [];
    work.onProgress?.({ dataset, phase: 'READ', entities: change.entities, bytesRead, bytesTotal: files.bytes });
  };
  const inputs = openInputs(files.paths, (bytes) => {
    bytesRead = bytes;
  });
  for await (const read of reader.read(inputs)) {
    const entity = work.owner ? asBlocked(work.owner, read) : read;
    change.entities += 1;
    for (const category of entity.categories) change.categories[category] = (change.categories[category] ?? 0) + 1;
    const hash = entityHash(entity);
    const known = before.get(entity.id);
    before.delete(entity.id);
    if (known === hash) continue;
    if (known === undefined) change.added += 1;
    else {
      change.changed += 1;
      ended.push(entity.id);
    }
    batch.push(toStore(entity, hash));
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  change.removed = before.size;
  ended.push(...before.keys());
  for (let at = 0; at < ended.length; at += 10_000) {
    await store.closeEntities(transaction, dataset, version, ended.slice(at, at + 10_000));
  }
  return change;
}

/** NUL and halves of surrogate pairs cannot be kept by the database; the rest of the record is. */
function storable(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  if (!/\\u(?:0000|d[89a-f])/.test(text)) return text;
  const clean = (item: unknown): unknown =>
    typeof item === 'string' ? item.replaceAll('\0', '').toWellFormed() : item;
  return JSON.stringify(value, (_key, item: unknown) => clean(item));
}

/** An entity as the store takes it. */
export function toStore(entity: ListedEntity, hash: string): store.EntityToStore {
  const { raw, ...rest } = entity;
  return {
    id: entity.id,
    hash,
    material: entityMaterial(rest),
    entity: storable(rest),
    raw: storable(raw),
  };
}

const unchanged = (previous: {
  dataset: string;
  version: number;
  entities: number;
  publishedAt: string | null;
  sha256: string;
}): ImportResult => ({
  dataset: previous.dataset,
  version: previous.version,
  unchanged: true,
  entities: previous.entities,
  added: 0,
  changed: 0,
  removed: 0,
  publishedAt: previous.publishedAt,
  sha256: previous.sha256,
  warnings: [],
});
