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
  create index nodes_labelled on nodes (node) where flags & 1 = 1;
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

type Row = [
  node: number,
  value: string,
  neighbour: number,
  flags: number,
  degree: number,
  otherDegree: number,
  total: string,
];

const edgeOf = ([node, value, neighbour, flags, degree, otherDegree, total]: Row): LoadedEdge => ({
  node,
  neighbour: { node: neighbour, flags, degree, otherDegree, total: Number(total) },
  value: Number(value),
  first: 0,
  last: 0,
});

/** The columns' names as seen from a direction. */
const NAMES = {
  INCOMING: { near: 'payee', far: 'payer', degree: 'in_degree', otherDegree: 'out_degree', total: 'in_total' },
  OUTGOING: { near: 'payer', far: 'payee', degree: 'out_degree', otherDegree: 'in_degree', total: 'out_total' },
} as const;

/** A layer source over those tables: one query a hop. */
export function postgresSource(client: pg.Client, labels: ReadonlyMap<number, Label>): LayerSource {
  return {
    async start(node, direction): Promise<LoadedNode | undefined> {
      const { degree, otherDegree, total } = NAMES[direction];
      const { rows } = await client.query<LoadedNode & { total: string }>({
        name: `start ${direction}`,
        text: `select node, flags, ${degree} as degree, ${otherDegree} as "otherDegree", ${total} as total from nodes where node = $1`,
        values: [node],
      });
      return rows[0] && { ...rows[0], total: Number(rows[0].total) };
    },
    async edges(requests, direction): Promise<LoadedEdge[]> {
      const [one, ...others] = requests;
      if (!one?.labelled) return byHop(client, requests, direction);
      return [...(await fromStart(client, one, direction)), ...(await byHop(client, others, direction))];
    },
    async largestTotal(node, count, direction): Promise<number> {
      const { near } = NAMES[direction];
      const { rows } = await client.query<{ sum: string }>({
        name: `largest ${direction}`,
        text: `select sum(value) from (select value from edges where ${near} = $1 order by value desc limit $2) e`,
        values: [node, count],
      });
      return Number(rows[0]?.sum ?? 0);
    },
    labels: async () => (node) => labels.get(node),
  };
}

async function fromStart(client: pg.Client, request: EdgeRequest, direction: Direction): Promise<LoadedEdge[]> {
  const { near, far, degree, otherDegree, total } = NAMES[direction];
  const { rows } = await client.query<Row>({
    name: `from start ${direction}`,
    text: `with nearby as materialized (
             select ${far} as far, value from edges where ${near} = $1 order by value desc, ${far} limit $3
           ), wanted as materialized (
             select far, value from nearby where value >= $2
             union all
             select far, value from nearby where value < $2 and far in (select node from nodes where flags & 1 = 1)
           )
           select $1::int, w.value, n.node, n.flags, n.${degree}, n.${otherDegree}, n.${total}
             from wanted w join nodes n on n.node = w.far`,
    values: [request.node, request.least, request.limit ?? null],
    rowMode: 'array',
  });
  return rows.map(edgeOf);
}

async function byHop(client: pg.Client, requests: readonly EdgeRequest[], direction: Direction): Promise<LoadedEdge[]> {
  if (requests.length === 0) return [];
  const { near, far, degree, otherDegree, total } = NAMES[direction];
  const { rows } = await client.query<Row>({
    name: `hop ${direction}`,
    text: `select r.node, e.value, n.node, n.flags, n.${degree}, n.${otherDegree}, n.${total}
             from unnest($1::int[], $2::bigint[]) r (node, least)
             cross join lateral (select ${far}, value from edges where ${near} = r.node and value >= r.least) e
             join nodes n on n.node = e.${far}`,
    values: [requests.map(({ node }) => node), requests.map(({ least }) => least)],
    rowMode: 'array',
  });
  return rows.map(edgeOf);
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
