import type { Blockchain, LoadedEdges } from '../../../engines/wallets/index.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { NodeMask } from '../live/source.ts';
import * as store from './store.ts';

/** More counterparties than any policy lets a walk go through. */
const SERVICE = 1_000_000;

/**
 * A graph of which only fetched addresses are whole: of any other, some payments are here by chance, since their other
 * end was fetched, and a walk through it would take that part for all. So a walk ends there, as where nothing further is
 * known; and at an address with too many payments to fetch as at a service.
 */
export function patchworkMask(db: Queryable, blockchain: Blockchain): NodeMask {
  return async (edges: LoadedEdges) => {
    const states = await store.statesOf(db, blockchain, [...new Set(edges.neighbour)]);
    const degree = edges.neighbour.map((node, i) => {
      const state = states.get(node);
      if (state === 'COMPLETE') return edges.degree[i] ?? 0;
      return state === 'PARTIAL' ? SERVICE : 0;
    });
    return { ...edges, degree };
  };
}
