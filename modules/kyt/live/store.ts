import type { Category } from '../../../engines/wallets/index.ts';
import { first, type Queryable, type Sql, sql } from '../../../platform/database/sql.ts';
import type { StoredLabel } from '../labels/label.ts';

/** Which data: each counts up with every change, in the transaction that makes it. */
export interface Versions {
  chainVersion: number | null;
  labelVersion: number;
}

export const isSame = (a: Versions, b: Versions): boolean =>
  a.chainVersion === b.chainVersion && a.labelVersion === b.labelVersion;

/** What there is to look up in for a blockchain. */
export interface DataState extends Versions {
  height: number | null;
  /** Some label is on an address of this form. */
  hasLabels: boolean;
}

/** Whether some label is on an address of a form: the first key from where it begins, and never a look through all labels. */
const hasLabels = (family: Sql): Sql =>
  sql`coalesce((select h.address_key < ${family} || ';' from wallet_labels h where h.address_key >= ${family} || ':'
    order by h.address_key limit 1), false)`;

/** @param family the prefix of the keys of the blockchain's addresses */
export async function dataState(db: Queryable, blockchain: string, family: string): Promise<DataState> {
  const row = await first<DataState>(
    db,
    sql`select c.version as "chainVersion", c.height, v.version as "labelVersion",
        ${hasLabels(sql`${family}::text`)} as "hasLabels"
      from wallet_label_version v left join chain_data c on c.blockchain = ${blockchain}`,
  );
  return row ?? { chainVersion: null, height: null, labelVersion: 0, hasLabels: false };
}

export interface FoundLabel extends Pick<
  StoredLabel,
  'entity' | 'confidence' | 'source' | 'definesCluster' | 'sanction'
> {
  category: Category;
  since: Date | null;
}

const LABEL = sql`l.category, l.entity, l.confidence, l.source, l.defines_cluster as "definesCluster", l.sanction, l.since`;

export interface FoundNode {
  id: number;
  clusterId: number | null;
}

export function findNode(db: Queryable, blockchain: string, key: string): Promise<FoundNode | undefined> {
  return first<FoundNode>(
    db,
    sql`select id, cluster_id as "clusterId" from chain_addresses
      where blockchain = ${blockchain} and address_key = ${key}`,
  );
}

/** All that is known of an address itself, and of which data: one statement, and so one moment. */
export interface LookedUp {
  state: DataState;
  /** The surest first. */
  labels: FoundLabel[];
  node: FoundNode | null;
  /** The assets that it dealt in: those asked for first, then those with most counterparties. */
  assets: string[];
}

export interface Question {
  blockchain: string;
  /** The prefix of the keys of the blockchain's addresses. */
  family: string;
  key: string;
}

/** Texts as PostgreSQL writes a text[]: written once, where the driver would write a list anew for each question. */
export const textsOf = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`).join(',')}}`;

/** Looks addresses up, each in its place. @param assets how many of each one's, and which come first: see {@link textsOf} */
export async function lookUp(
  db: Queryable,
  questions: readonly Question[],
  assets: { most: number; first: string },
): Promise<LookedUp[]> {
  const [one] = questions;
  // One alone has a statement of its own, which the database need not plan anew each time.
  const asked =
    one && questions.length === 1
      ? sql`(select ${one.blockchain}::text as blockchain, ${one.family}::text as family, ${one.key}::text as key, 1 as place) q`
      : sql`unnest(${questions.map(({ blockchain }) => blockchain)}::text[], ${questions.map(({ family }) => family)}::text[],
        ${questions.map(({ key }) => key)}::text[]) with ordinality as q (blockchain, family, key, place)`;
  const rows = await db.query<
    DataState & {
      node: number | null;
      clusterId: number | null;
      assets: string[] | null;
      labels: (Omit<FoundLabel, 'since'> & { since: string | null })[] | null;
    }
  >(
    sql`select c.version as "chainVersion", c.height, (select version from wallet_label_version) as "labelVersion",
        ${hasLabels(sql`q.family`)} as "hasLabels",
        a.id as node, a.cluster_id as "clusterId",
        (select array_agg(n.asset) from (
          select asset from chain_nodes where address_id = a.id
          order by asset = any(${assets.first}::text[]) desc, payers + payees desc, asset limit ${assets.most}) n) as assets,
        (select json_agg(l) from (
          select ${LABEL} from wallet_labels l where l.address_key = q.key
          order by l.confidence desc, l.category, l.entity, l.source) l) as labels
      from ${asked} left join chain_data c on c.blockchain = q.blockchain
      left join chain_addresses a on a.blockchain = q.blockchain and a.address_key = q.key
      order by q.place`,
  );
  return rows.map(({ chainVersion, height, labelVersion, hasLabels, labels, node, clusterId, assets }) => ({
    state: { chainVersion, height, labelVersion, hasLabels },
    labels: (labels ?? []).map((label) => ({ ...label, since: label.since === null ? null : new Date(label.since) })),
    node: node === null ? null : { id: node, clusterId },
    assets: assets ?? [],
  }));
}

export async function clusterSize(db: Queryable, clusterId: number): Promise<number> {
  const row = await first<{ size: number }>(
    db,
    sql`select count(*) as size from chain_addresses where cluster_id = ${clusterId}`,
  );
  return row?.size ?? 1;
}

/** The labels on nodes: their own, and those of their cluster that stand for it. */
export function labelsOfNodes(
  db: Queryable,
  nodes: readonly number[],
  minimumConfidence: number,
): Promise<(FoundLabel & { node: number })[]> {
  return db.query<FoundLabel & { node: number }>(
    sql`with labelled as (
        select id, address_key, cluster_id from chain_addresses
        where id = any(${nodes}::integer[]) and label_confidence > 0 and label_confidence >= ${minimumConfidence}
      )
      select n.id as node, ${LABEL} from labelled n join wallet_labels l on l.address_key = n.address_key
      union all
      select n.id as node, ${LABEL} from labelled n
        join chain_addresses m on m.cluster_id = n.cluster_id and m.defines_cluster and m.id <> n.id
        join wallet_labels l on l.address_key = m.address_key and l.defines_cluster`,
  );
}

/** What is kept of an edge, and the version of the chain data that it is of. */
export interface EdgeDetail {
  from: number;
  to: number;
  fromAddress: string;
  toAddress: string;
  units: string;
  firstAt: number;
  lastAt: number;
  chainVersion: number | null;
}

export interface EdgeQuestion {
  pairs: readonly { from: number; to: number }[];
  asset: string;
  blockchain: string;
}

/** What is kept of edges, with the addresses of their ends, each question's in its place: all of one moment. */
export async function edgeDetails(
  db: Queryable,
  questions: readonly EdgeQuestion[],
  addresses: AddressBook,
): Promise<EdgeDetail[][]> {
  const pairs = questions.flatMap(({ pairs: asked, asset }, place) => asked.map((pair) => ({ ...pair, asset, place })));
  const [row, addressOf] = await Promise.all([
    // Columns as one text each: a row for each edge would cost the driver more than the database.
    first<
      Record<'place' | 'from' | 'to' | 'units' | 'firstAt' | 'lastAt', string | null> & {
        versions: Record<string, number> | null;
      }
    >(
      db,
      sql`select array_agg(p.place)::text as place, array_agg(e.from_id)::text as "from", array_agg(e.to_id)::text as "to",
          array_agg(e.units)::text as units, array_agg(e.first_at)::text as "firstAt", array_agg(e.last_at)::text as "lastAt",
          (select json_object_agg(blockchain, version) from chain_data) as versions
        from unnest(${pairs.map(({ place }) => place)}::integer[], ${pairs.map(({ from }) => from)}::integer[],
          ${pairs.map(({ to }) => to)}::integer[], ${pairs.map(({ asset }) => asset)}::text[]) as p (place, from_id, to_id, asset)
        join chain_edges e on e.from_id = p.from_id and e.to_id = p.to_id and e.asset = p.asset`,
    ),
    addresses.of(
      db,
      pairs.flatMap(({ from, to }) => [from, to]),
    ),
  ]);
  const texts = (column: string | null | undefined): string[] => (column ? column.slice(1, -1).split(',') : []);
  const [from, to, units] = [texts(row?.from), texts(row?.to), texts(row?.units)];
  const [firstAt, lastAt] = [texts(row?.firstAt), texts(row?.lastAt)];
  const found: EdgeDetail[][] = questions.map(() => []);
  texts(row?.place).forEach((text, i) => {
    const place = Number(text);
    found[place]?.push({
      from: Number(from[i]),
      to: Number(to[i]),
      fromAddress: addressOf(Number(from[i])),
      toAddress: addressOf(Number(to[i])),
      units: units[i] ?? '0',
      firstAt: Number(firstAt[i]),
      lastAt: Number(lastAt[i]),
      chainVersion: row?.versions?.[questions[place]?.blockchain ?? ''] ?? null,
    });
  });
  return found;
}

const REMEMBERED = 100_000;

/** The addresses of nodes, which never change: those asked for last are remembered. */
export class AddressBook {
  #known = new Map<number, string>();
  #older = new Map<number, string>();

  /** @returns what a node's address is; of a node that is none, an empty text */
  async of(db: Queryable, nodes: readonly number[]): Promise<(node: number) => string> {
    const found = new Map<number, string>();
    const missing = new Set<number>();
    for (const node of nodes) {
      const known = this.#known.get(node) ?? this.#older.get(node);
      if (known === undefined) missing.add(node);
      else found.set(node, known);
    }
    if (missing.size > 0) {
      const rows = await db.query<{ id: number; address: string }>(
        sql`select id, address from chain_addresses where id = any(${[...missing]}::integer[])`,
      );
      for (const { id, address } of rows) found.set(id, address);
    }
    for (const [node, address] of found) {
      if (this.#known.size >= REMEMBERED) [this.#older, this.#known] = [this.#known, new Map()];
      this.#known.set(node, address);
    }
    return (node) => found.get(node) ?? '';
  }
}

/** What is imported, for a report. */
export function chainStates(
  db: Queryable,
): Promise<
  { blockchain: string; version: number; transactions: number; height: number | null; latestAt: Date | null }[]
> {
  return db.query(
    sql`select blockchain, version, transactions, height, latest_at as "latestAt" from chain_data order by blockchain`,
  );
}

export async function labelState(db: Queryable): Promise<{ version: number; packs: number; labels: number }> {
  const row = await first<{ version: number; packs: number; labels: number }>(
    db,
    sql`select v.version, (select count(*) from wallet_label_packs) as packs,
        (select coalesce(sum(labels), 0)::bigint from wallet_label_packs) as labels from wallet_label_version v`,
  );
  return row ?? { version: 0, packs: 0, labels: 0 };
}
