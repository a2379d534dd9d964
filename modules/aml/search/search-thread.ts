import { parentPort } from 'node:worker_threads';
import { NameIndex } from '../../../engines/names/index.ts';
import type { SharedDatasetIndex } from './build.ts';
import { type DatasetIndex, type SearchAnswer, searchIndexes, type SearchRequest } from './search-indexes.ts';

export type ToSearchThread =
  | { kind: 'INDEXES'; indexes: readonly SharedDatasetIndex[] }
  | { kind: 'SEARCH'; requests: readonly { id: number; request: SearchRequest }[] };

export interface FromSearchThread {
  id: number;
  answer: SearchAnswer | null;
  /** Why there is none; never names what was searched for. */
  error: string | null;
}

let indexes: ReadonlyMap<string, DatasetIndex> = new Map();

/** Messages are taken in order: what was asked before new indexes arrive is searched in the old ones. */
parentPort?.on('message', (message: ToSearchThread) => {
  if (message.kind === 'INDEXES') {
    indexes = new Map(message.indexes.map((shared) => [shared.dataset, attach(shared)]));
    return;
  }
  parentPort?.postMessage(message.requests.map(({ id, request }) => answer(id, request)));
});

function attach(shared: SharedDatasetIndex): DatasetIndex {
  const known = indexes.get(shared.dataset);
  if (known?.version === shared.version) return known;
  const { dataset, version, checks } = shared;
  return { dataset, version, checks, index: NameIndex.attach(shared.segment) };
}

function answer(id: number, request: SearchRequest): FromSearchThread {
  try {
    return { id, answer: searchIndexes(indexes, request), error: null };
  } catch (error) {
    return { id, answer: null, error: error instanceof Error ? error.name : 'unknown' };
  }
}
