import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import type { Services } from '../../../platform/module.ts';
import { FETCH_LIMITS, FetchFailed, fetchFile, type FetchOptions, FileAbsent, openFetcher } from './fetch.ts';
import { modifiedAt } from './files.ts';
import { importList, type ImportProgress } from './import.ts';
import { type Publisher, PUBLISHERS, type SourceFile } from './publishers.ts';
import { ListRefused } from './refused.ts';
import * as store from './store.ts';

export interface UpdateOptions {
  onProgress?: (progress: ImportProgress) => void;
  /** Where lists are fetched from; the publishers' own addresses where left out. */
  publishers?: readonly Publisher[];
  /** Only these lists; all where left out. */
  only?: readonly string[];
  limits?: FetchOptions;
}

export interface UpdateResult {
  dataset: string;
  /** FAILED: not fetched. REFUSED: fetched, and not taken. In both cases the version before serves on. */
  outcome: 'UPDATED' | 'UNCHANGED' | 'FAILED' | 'REFUSED';
  version: number | null;
  reason: string | null;
}

const FOLDER = 'lists-';
const DAY_MS = 86_400_000;

type UpdateServices = Pick<Services, 'db' | 'clock' | 'log' | 'config'>;

/**
 * Asks every publisher for a new version of its list, with conditional requests, and imports what is new. What cannot
 * be fetched is told in one line of the log and in the result; it throws for nothing that a network does.
 */
export async function updateLists(services: UpdateServices, options: UpdateOptions = {}): Promise<UpdateResult[]> {
  const { publishers = PUBLISHERS, limits = FETCH_LIMITS } = options;
  const { dataDir } = services.config;
  await mkdir(dataDir, { recursive: true });
  await sweep(dataDir, services.clock.now());
  const folder = await mkdtemp(join(dataDir, FOLDER));
  const dispatcher = openFetcher();
  const results: UpdateResult[] = [];
  try {
    for (const publisher of publishers) {
      if (options.only && !options.only.includes(publisher.dataset)) continue;
      results.push(await updateOne(services, dispatcher, folder, publisher, limits, options.onProgress));
    }
  } finally {
    await dispatcher.close();
    await rm(folder, { recursive: true, force: true });
  }
  const failed = results.filter(({ outcome }) => outcome === 'FAILED');
  if (failed.length > 0) {
    services.log.warn(
      { failed: failed.map(({ dataset, reason }) => ({ dataset, reason })), of: results.length },
      'watchlists could not be fetched; the versions before serve on',
    );
  }
  return results;
}

/** Removes what a run that was killed left behind. */
async function sweep(dataDir: string, now: Date): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(FOLDER)) continue;
    const path = join(dataDir, name);
    const written = await modifiedAt(path);
    if (written && now.getTime() - written.getTime() > DAY_MS) await rm(path, { recursive: true, force: true });
  }
}

async function updateOne(
  services: UpdateServices,
  dispatcher: Dispatcher,
  folder: string,
  publisher: Publisher,
  limits: FetchOptions,
  onProgress: UpdateOptions['onProgress'],
): Promise<UpdateResult> {
  const { dataset, format, files } = publisher;
  const list = await store.findList(services.db, dataset);
  const version = list?.activeVersion ?? null;
  // What is known of the bytes holds for the version that serves, if that is of this form.
  const known = version !== null && list?.format === format ? list.validators : null;
  try {
    const fetched = await fetchAll(dispatcher, folder, files, known, limits);
    if (fetched === null) {
      await store.noteChecked(services.db, dataset, services.clock.now(), null);
      return { dataset, outcome: 'UNCHANGED', version, reason: null };
    }
    const result = await importList(services, {
      format,
      dataset,
      paths: fetched.paths,
      validators: fetched.validators,
      ...(onProgress ? { onProgress } : {}),
    });
    return { dataset, outcome: result.unchanged ? 'UNCHANGED' : 'UPDATED', version: result.version, reason: null };
  } catch (error) {
    if (error instanceof ListRefused) return { dataset, outcome: 'REFUSED', version, reason: error.message };
    if (error instanceof FetchFailed) {
      await store.insertRefusal(services.db, {
        dataset,
        code: 'FETCH_FAILED',
        reason: error.message.slice(0, 1000),
        refusedAt: services.clock.now(),
      });
      return { dataset, outcome: 'FAILED', version, reason: error.message };
    }
    throw error;
  }
}

/** All files of a list, or null where every one of them is what we have: a list is never mixed from two versions. */
async function fetchAll(
  dispatcher: Dispatcher,
  folder: string,
  files: readonly SourceFile[],
  known: store.Validators | null,
  limits: FetchOptions,
): Promise<{ paths: string[]; validators: store.Validators } | null> {
  const validators: store.Validators = {};
  const same: SourceFile[] = [];
  const present: SourceFile[] = [];
  const place = (name: string): string => join(folder, name);
  for (const file of files) {
    try {
      const validator = await fetchFile(dispatcher, file.url, place(file.name), known?.[file.url] ?? null, limits);
      present.push(file);
      if (validator === null) same.push(file);
      else validators[file.url] = validator;
    } catch (error) {
      if (!(file.optional && error instanceof FileAbsent)) throw error;
    }
  }
  if (same.length === present.length) return null;
  for (const file of same) {
    validators[file.url] = (await fetchFile(dispatcher, file.url, place(file.name), null, limits)) ?? {};
  }
  return { paths: present.map(({ name }) => place(name)), validators };
}
