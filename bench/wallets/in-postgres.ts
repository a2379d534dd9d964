import { ASSET } from './service-tables.ts';

/**
 * Incoming exposure as one recursive query over the service's tables, the way it is usually shown: every path on its
 * own, not merged by node. $1 is the number of the address.
 */
export const RECURSIVE = `
  with recursive walk (node, share, hop) as (
    select $1::int, 1::float8, 0
    union all
    select e.from_id, w.share * e.units::float8 / n.received::float8, w.hop + 1
      from walk w
      join chain_nodes n on n.address_id = w.node and n.asset = '${ASSET}'
      join chain_edges e on e.to_id = w.node and e.asset = '${ASSET}' and e.units >= w_least(w.share, n.received)
     where w.hop < 5 and (w.hop = 0 or (n.label_confidence = 0 and greatest(n.payers, n.payees) <= 1000))
  )
  select w.node, sum(w.share) from walk w join chain_nodes n on n.address_id = w.node and n.asset = '${ASSET}'
   where w.hop > 0 and n.label_confidence > 0 group by 1`;

export const LEAST_FUNCTION = `
  create or replace function w_least(share float8, total numeric) returns numeric language sql immutable
  return floor(0.0001 * total::float8 / share)::numeric`;
