-- What production looks addresses up in: labels, and who paid whom on each blockchain. Of no organisation.

-- One source's statements about addresses. A pack is what is replaced as a whole when it is imported again.
create table wallet_labels (
  id bigint generated always as identity primary key,
  pack text collate "C" not null,
  -- Of the address on every blockchain of its form.
  address_key text collate "C" not null,
  category text not null,
  entity text not null,
  confidence smallint not null check (confidence between 0 and 100),
  source text not null,
  -- The address stands for its whole cluster.
  defines_cluster boolean not null,
  -- {list, program, entityId, listedAt} where it comes from a sanctions list.
  sanction jsonb,
  since timestamptz
);
create unique index wallet_labels_once on wallet_labels (address_key, pack, category, entity);
create index wallet_labels_pack on wallet_labels (pack);

-- Where newly minted coins come from: a node of every value graph, and no address.
insert into wallet_labels (pack, address_key, category, entity, confidence, source, defines_cluster)
values ('built-in', 'coinbase', 'MINING', 'Newly minted coins', 100, 'The blockchain itself', false);

create table wallet_label_packs (
  pack text collate "C" primary key,
  format text not null,
  labels integer not null,
  -- Of its labels: what is imported again unchanged changes nothing.
  sha256 text not null,
  imported_at timestamptz not null
);

-- One row: counts up with every change of a label.
create table wallet_label_version (
  single boolean primary key default true check (single),
  version integer not null
);
insert into wallet_label_version (version) values (0);

create table chain_data (
  blockchain text primary key,
  -- Counts up with everything that is added.
  version integer not null,
  transactions bigint not null,
  -- Last block, where the data tells.
  height bigint,
  latest_at timestamptz,
  updated_at timestamptz not null
);

-- How far each file was read, so that an import that was cut off goes on where it stopped.
create table chain_imports (
  blockchain text not null,
  format text not null,
  sha256 text not null,
  records bigint not null,
  finished_at timestamptz,
  updated_at timestamptz not null,
  primary key (blockchain, format, sha256)
);

-- What was taken in already, by a digest of the transaction's identifier (and of the transfer in it).
create table chain_seen (
  blockchain text not null,
  digest bytea not null,
  primary key (blockchain, digest)
);

-- Addresses by number: a node of the value graph.
create table chain_addresses (
  id integer generated always as identity primary key,
  blockchain text not null,
  address_key text collate "C" not null,
  address text not null,
  -- The number of an address that stands for all that were spent from together with this one; its own where alone.
  cluster_id integer,
  -- Of the surest label on it, its cluster's included; 0 where there is none.
  label_confidence smallint not null default 0,
  -- A label on it says that it stands for its whole cluster.
  defines_cluster boolean not null default false,
  unique (blockchain, address_key)
);
create index chain_addresses_key on chain_addresses (address_key);
create index chain_addresses_cluster on chain_addresses (cluster_id) where cluster_id is not null;
create index chain_addresses_definers on chain_addresses (cluster_id) where defines_cluster;

-- All payments from one address to another in one asset. Units are hundred-millionths of the asset.
create table chain_edges (
  from_id integer not null,
  to_id integer not null,
  asset text collate "C" not null,
  units numeric(40) not null check (units > 0),
  payments integer not null,
  -- Seconds since 1970; 0 where unknown.
  first_at bigint not null,
  last_at bigint not null,
  primary key (from_id, asset, to_id)
);
create index chain_edges_incoming on chain_edges (to_id, asset, units desc, from_id);
create index chain_edges_outgoing on chain_edges (from_id, asset, units desc, to_id);

-- Sums over the edges of an address in one asset.
create table chain_nodes (
  address_id integer not null,
  asset text collate "C" not null,
  payers integer not null,
  payees integer not null,
  received numeric(40) not null,
  sent numeric(40) not null,
  primary key (address_id, asset)
);

-- Outputs that no transaction taken in has spent, of formats that name what an input spends and not its value.
create table chain_outputs (
  blockchain text not null,
  -- Transaction identifier and position, 36 bytes.
  outpoint bytea not null,
  owner_key text collate "C" not null,
  owner text not null,
  -- In the smallest unit.
  value bigint not null,
  primary key (blockchain, outpoint)
);
