import { parentPort } from 'node:worker_threads';
import { NameIndex } from '../../../engines/names/index.ts';
import type { SharedDatasetIndex } from './build.ts';
import { type DatasetIndex, type SearchAnswer, searchIndexes, type SearchRequest } from './search-indexes.ts';

export type ToSearchThread =
  | { kind: 'INDEXES'; indexes: readonly SharedDatasetIndex[] }
  /** An organisation's own list, under a key that has its version; null where it goes. */
  | { kind: 'OWN'; key: string; index: SharedDatasetIndex | null }
  | { kind: 'SEARCH'; requests: readonly { id: number; request: SearchRequest }[] };

export interface FromSearchThread {
  id: number;
  answer: SearchAnswer | null;
  /** Why there is none; never names what was searched for. */
  error: string | null;
}

let indexes: ReadonlyMap<string, DatasetIndex> = new Map();
const own = new Map<string, DatasetIndex>();

/** Messages are taken in order: what was asked before new indexes arrive is searched in the old ones. */
parentPort?.on('message', (message: ToSearchThread) => {
  if (message.kind === 'INDEXES') {
    indexes = new Map(message.indexes.map((shared) => [shared.dataset, attach(shared)]));
    return;
  }
  if (message.kind === 'OWN') {
    const { key, index } = message;
    if (index) own.set(key, load(index));
    else own.delete(key);
    return;
  }
  parentPort?.postMessage(message.requests.map(({ id, request }) => answer(id, request)));
});

function attach(shared: SharedDatasetIndex): DatasetIndex {
  const known = indexes.get(shared.dataset);
  return known?.version === shared.version ? known : load(shared);
}

function load(shared: SharedDatasetIndex): DatasetIndex {
  const { dataset, version, checks } = shared;
  return { dataset, version, checks, index: NameIndex.attach(shared.segment) };
}

function answer(id: number, request: SearchRequest): FromSearchThread {
  try {
    const find = (key: string): DatasetIndex | undefined => indexes.get(key) ?? own.get(key);
    return { id, answer: searchIndexes(find, request), error: null };
  } catch (error) {
    return { id, answer: null, error: error instanceof Error ? error.name : 'unknown' };
  }
}
