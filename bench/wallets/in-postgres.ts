import type pg from 'pg';
import {
  type Direction,
  type EdgeRequest,
  type Graph,
  type Label,
  type LayerSource,
  type LoadedEdge,
  type LoadedNode,
} from '../../engines/wallets/index.ts';

const SCHEMA = `
  create unlogged table nodes (node int primary key, flags smallint, in_degree int, out_degree int, in_total bigint, out_total bigint);
  create unlogged table edges (payer int not null, payee int not null, value bigint not null);`;
const INDEXES = `
  create index edges_in on edges (payee, value desc, payer);
  create index edges_out on edges (payer, value desc, payee);
  vacuum analyze`;

const BATCH = 50_000;

/** Writes a graph into two tables with the indexes that a walk by hop wants. */
export async function writeToPostgres(client: pg.Client, graph: Graph): Promise<void> {
  await client.query(SCHEMA);
  const columns: number[][] = [[], [], [], [], [], []];
  const flush = async (text: string, types: string[]): Promise<void> => {
    if (columns[0]!.length === 0) return;
    await client.query(
      `insert into ${text} select * from unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')})`,
      columns.slice(0, types.length),
    );
    for (const column of columns) column.length = 0;
  };
  for (let node = 0; node < graph.nodes; node++) {
    const row = [
      node,
      graph.incoming.summary(node) & 0xff,
      graph.incoming.degree(node),
      graph.outgoing.degree(node),
      Number(graph.total(node, 'INCOMING')),
      Number(graph.total(node, 'OUTGOING')),
    ];
    row.forEach((value, i) => columns[i]!.push(value));
    if (columns[0]!.length === BATCH || node === graph.nodes - 1)
      await flush('nodes', ['int', 'smallint', 'int', 'int', 'bigint', 'bigint']);
  }
  for (let payee = 0; payee < graph.nodes; payee++) {
    const start = graph.incoming.start(payee);
    const end = graph.incoming.end(payee, start);
    for (let edge = start; edge < end; edge++) {
      [graph.incoming.neighbourAt(edge), payee, graph.incoming.valueAt(edge)].forEach((value, i) =>
        columns[i]!.push(value),
      );
      if (columns[0]!.length === BATCH) await flush('edges', ['int', 'int', 'bigint']);
    }
  }
  await flush('edges', ['int', 'int', 'bigint']);
  for (const statement of INDEXES.split(';')) await client.query(statement);
}

/** A layer source over those tables: one query for a hop's nodes, one for its edges. */
export function postgresSource(client: pg.Client, labels: ReadonlyMap<number, Label>): LayerSource {
  return {
    async nodes(nodes, direction): Promise<LoadedNode[]> {
      const [near, far] = direction === 'INCOMING' ? ['in', 'out'] : ['out', 'in'];
      const { rows } = await client.query<[number, number, number, number, string]>({
        name: `nodes ${near}`,
        text: `select node, flags, ${near}_degree, ${far}_degree, ${near}_total from nodes where node = any($1)`,
        values: [nodes],
        rowMode: 'array',
      });
      return rows.map(([node, flags, degree, otherDegree, total]) => ({
        node,
        flags,
        degree,
        otherDegree,
        total: Number(total),
      }));
    },
    async edges(requests, direction): Promise<LoadedEdge[]> {
      const [one, ...others] = requests;
      if (one?.labelled)
        return [...(await fromStart(client, one, direction)), ...(await byHop(client, others, direction))];
      return byHop(client, requests, direction);
    },
    async largestTotal(node, count, direction): Promise<number> {
      const [near] = ends(direction);
      const { rows } = await client.query<{ sum: string }>({
        name: `largest ${near}`,
        text: `select sum(value) from (select value from edges where ${near} = $1 order by value desc limit $2) e`,
        values: [node, count],
      });
      return Number(rows[0]?.sum ?? 0);
    },
    labels: async () => (node) => labels.get(node),
  };
}

const ends = (direction: Direction): [near: string, far: string] =>
  direction === 'INCOMING' ? ['payee', 'payer'] : ['payer', 'payee'];

async function fromStart(client: pg.Client, request: EdgeRequest, direction: Direction): Promise<LoadedEdge[]> {
  const [near, far] = ends(direction);
  const { rows } = await client.query<[number, string, boolean]>({
    name: `start ${near}`,
    text: `select e.${far}, e.value, n.flags & 1 = 1
             from (select ${far}, value from edges where ${near} = $1 order by value desc, ${far} limit $3) e
             join nodes n on n.node = e.${far}
            where e.value >= $2 or n.flags & 1 = 1`,
    values: [request.node, request.least, request.limit ?? null],
    rowMode: 'array',
  });
  return rows.map(([neighbour, value, labelled]) => ({
    node: request.node,
    neighbour,
    value: Number(value),
    first: 0,
    last: 0,
    labelled,
  }));
}

async function byHop(client: pg.Client, requests: readonly EdgeRequest[], direction: Direction): Promise<LoadedEdge[]> {
  if (requests.length === 0) return [];
  const [near, far] = ends(direction);
  const { rows } = await client.query<[number, number, string]>({
    name: `hop ${near}`,
    text: `select r.node, e.${far}, e.value
             from unnest($1::int[], $2::bigint[]) r (node, least)
             cross join lateral (select ${far}, value from edges where ${near} = r.node and value >= r.least) e`,
    values: [requests.map(({ node }) => node), requests.map(({ least }) => least)],
    rowMode: 'array',
  });
  return rows.map(([node, neighbour, value]) => ({
    node,
    neighbour,
    value: Number(value),
    first: 0,
    last: 0,
    labelled: false,
  }));
}

/** Incoming exposure as one recursive query, the way it is usually shown: every path on its own, not merged by node. */
export const RECURSIVE = `
  with recursive walk (node, share, hop) as (
    select $1::int, 1::float8, 0
    union all
    select e.payer, w.share * e.value / n.in_total, w.hop + 1
      from walk w
      join nodes n on n.node = w.node
      join edges e on e.payee = w.node and e.value >= w_least(w.share, n.in_total)
     where w.hop < 5 and (w.hop = 0 or (n.flags & 3 = 0 and greatest(n.in_degree, n.out_degree) <= 1000))
  )
  select w.node, sum(w.share) from walk w join nodes n on n.node = w.node where w.hop > 0 and n.flags & 1 = 1 group by 1`;

export const LEAST_FUNCTION = `
  create function w_least(share float8, total bigint) returns bigint language sql immutable
  return floor(0.0001 * total / share)::bigint`;
