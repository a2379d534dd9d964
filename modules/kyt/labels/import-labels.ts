import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Services } from '../../../platform/module.ts';
import { ImportRefused, refusedAt } from '../refused.ts';
import { askToLook } from '../watch/ask.ts';
import type { StoredLabel } from './label.ts';
import { readOfacAddresses } from './ofac-addresses.ts';
import { readOwnCsv } from './own-csv.ts';
import type { ReadPack } from './pack.ts';
import * as store from './store.ts';
import { readTagPack } from './tagpack.ts';

export const LABEL_FORMATS = ['tagpack', 'ofac-addresses', 'csv'] as const;
export type LabelFormat = (typeof LABEL_FORMATS)[number];

const READERS: Readonly<Record<LabelFormat, (text: string, path: string, blockchain: string) => ReadPack>> = {
  tagpack: (text, path) => readTagPack(text, basename(path)),
  'ofac-addresses': readOfacAddresses,
  csv: readOwnCsv,
};
const MAX_BYTES = 256 * 2 ** 20;
const BATCH = 5_000;

export interface LabelsImportOptions {
  /** One of LABEL_FORMATS. */
  format: string;
  paths: readonly string[];
  /** Of rows of the service's own CSV that name none. */
  blockchain?: string;
  /** The service's own CSV is the whole of what its sources state: what they stated before and do not any more ends. */
  replace?: boolean;
  /** Take a pack or list of 20 and more that is smaller by a fifth or more than the one before, or holds nothing any more. */
  force?: boolean;
  onProgress?: (progress: { path: string; files: number; of: number; labels: number }) => void;
}

export interface LabelsImportResult {
  files: { path: string; pack: string; labels: number; skipped: number; ended: number; unchanged: boolean }[];
  labels: number;
  /** Entries of other kinds, of currencies that the service does not read, or malformed. */
  skipped: number;
  /** Labels that the files' sources stated before and do not any more. */
  ended: number;
}

/**
 * Takes labels of addresses from files, each in a transaction of its own. A tag pack and a list of one currency
 * replace what they said before: what they do not state any more ends. Rows of the service's own CSV are added, or, where
 * asked for, replace what their sources said; one of no confidence ends what it said before. Importing the same again
 * changes nothing.
 * @throws ImportRefused for a file that is damaged, of another kind, or a pack or list smaller by a fifth or more without
 *   `force`; those before it stay imported
 */
export async function importLabels(
  services: Pick<Services, 'db' | 'clock'>,
  options: LabelsImportOptions,
): Promise<LabelsImportResult> {
  const format = LABEL_FORMATS.find((one) => one === options.format);
  if (!format) {
    throw new ImportRefused(`There is no label format "${options.format}". Use one of ${LABEL_FORMATS.join(', ')}.`);
  }
  const result: LabelsImportResult = { files: [], labels: 0, skipped: 0, ended: 0 };
  for (const path of options.paths) {
    const read = READERS[format](await readText(path), path, options.blockchain ?? '');
    refuseNul(read.labels, basename(path));
    const labels = withoutDuplicates(read.labels);
    const replaces = read.replaces === 'NOTHING' && options.replace === true ? 'SOURCES' : read.replaces;
    const { unchanged, ended } = await services.db.transaction((transaction) =>
      keepPack(
        transaction,
        { path, format, force: options.force === true },
        { ...read, replaces, labels },
        services.clock.now(),
      ),
    );
    result.files.push({ path, pack: read.pack, labels: labels.length, skipped: read.skipped, ended, unchanged });
    result.labels += labels.length;
    result.skipped += read.skipped;
    result.ended += ended;
    options.onProgress?.({ path, files: result.files.length, of: options.paths.length, labels: result.labels });
  }
  return result;
}

async function readText(path: string): Promise<string> {
  const name = basename(path);
  try {
    const { size } = await stat(path);
    if (size > MAX_BYTES) throw refusedAt(name, `is larger than ${MAX_BYTES / 2 ** 20} MiB. Split it.`);
    const bytes = await readFile(path);
    if (bytes[0] === 0x1f && bytes[1] === 0x8b)
      throw refusedAt(name, 'is compressed. Unpack it, then import it again.');
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const nul = text.indexOf('\0');
    if (nul === -1) return text;
    const line = text.slice(0, nul).split('\n').length;
    throw refusedAt(`${name} line ${line}`, 'holds a NUL character. Get the file again, or save it as UTF-8 text.');
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    if (error instanceof TypeError) throw refusedAt(name, 'is not UTF-8 text. Convert it, then import it again.');
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
    throw refusedAt(path, `cannot be read (${code}). Check the path and its permissions.`);
  }
}

/** JSON and YAML can write a NUL as an escape; the database keeps none. */
function refuseNul(labels: readonly StoredLabel[], name: string): void {
  const at = labels.findIndex(({ entity, source, sanction }) =>
    [entity, source, sanction?.program, sanction?.entityId].some((text) => text?.includes('\0') === true),
  );
  if (at !== -1) throw refusedAt(name, `label ${at + 1} holds a NUL character. Correct it, then import it again.`);
}

/** One label for each address, category and entity: the surest. */
function withoutDuplicates(labels: readonly StoredLabel[]): StoredLabel[] {
  const kept = new Map<string, StoredLabel>();
  for (const label of labels) {
    const key = nameOf(label);
    const known = kept.get(key);
    if (!known || known.confidence < label.confidence) kept.set(key, label);
  }
  return [...kept.values()];
}

const nameOf = ({ addressKey, category, entity }: Pick<StoredLabel, 'addressKey' | 'entity'> & { category: string }) =>
  `${addressKey}\n${category}\n${entity}`;

/** Brings a pack to what the file says, in one step. @returns whether nothing changed, and how many labels ended */
async function keepPack(
  transaction: Transaction,
  { path, format, force }: { path: string; format: LabelFormat; force: boolean },
  { pack, labels, replaces }: ReadPack,
  at: Date,
): Promise<{ unchanged: boolean; ended: number }> {
  await store.lockLabels(transaction);
  const sha256 = createHash('sha256').update(JSON.stringify(labels)).digest('hex');
  if (replaces === 'ALL' && (await store.digestOfPack(transaction, pack)) === sha256)
    return { unchanged: true, ended: 0 };
  const before = await keptOf(transaction, pack, labels, replaces);
  if (replaces === 'ALL' && !force && isShrunken(before.length, labels.length)) {
    throw refusedAt(
      basename(path),
      `has ${labels.length} labels where "${pack}" had ${before.length} before: too many are missing. Nothing was ` +
        'changed. Fetch it again from where it comes; if it is right, import it with --force.',
    );
  }
  const stated = replaces === 'ALL' ? labels : labels.filter(({ confidence }) => confidence > 0);
  const changed = new Set<string>();
  for (let i = 0; i < stated.length; i += BATCH) {
    for (const key of await store.putLabels(transaction, pack, stated.slice(i, i + BATCH))) changed.add(key);
  }
  const names = new Set(stated.map(nameOf));
  const withdrawn = new Set(labels.map(nameOf));
  const gone = before.filter((label) =>
    replaces === 'NOTHING' ? withdrawn.has(nameOf(label)) && !names.has(nameOf(label)) : !names.has(nameOf(label)),
  );
  for (let i = 0; i < gone.length; i += BATCH) {
    const some = gone.slice(i, i + BATCH);
    await store.endLabels(
      transaction,
      some.map(({ id }) => id),
      at,
    );
    for (const { addressKey } of some) changed.add(addressKey);
  }
  await store.notePack(transaction, { pack, format, labels, sha256, at });
  if (changed.size === 0) return { unchanged: true, ended: 0 };
  const keys = [...changed];
  for (let i = 0; i < keys.length; i += BATCH) {
    const some = keys.slice(i, i + BATCH);
    await store.markAddresses(transaction, some);
    await store.noteChanged(transaction, some, at);
  }
  await store.bumpLabels(transaction);
  askToLook(transaction);
  return { unchanged: false, ended: gone.length };
}

/** What is kept of a pack as far as a file can end it: all of it, what its sources said, or what it names. */
function keptOf(
  transaction: Transaction,
  pack: string,
  labels: readonly StoredLabel[],
  replaces: ReadPack['replaces'],
): Promise<store.KeptLabel[]> {
  if (replaces === 'ALL') return store.labelsOfPack(transaction, pack, {});
  if (replaces === 'SOURCES') {
    return store.labelsOfPack(transaction, pack, { sources: [...new Set(labels.map(({ source }) => source))] });
  }
  const keys = labels.flatMap(({ confidence, addressKey }) => (confidence === 0 ? [addressKey] : []));
  return keys.length === 0 ? Promise.resolve([]) : store.labelsOfPack(transaction, pack, { keys: [...new Set(keys)] });
}

/** Of fewer labels, a fifth is a few addresses: that may well be news. */
const FEW = 20;
/** Whether all, or of more than a few a fifth or more, are missing, which is more often a file cut short than news. */
const isShrunken = (before: number, now: number): boolean =>
  before > 0 && (now === 0 || (before >= FEW && (before - now) * 5 >= before));
