-- Blocks of imported chain data: what each of the last ones brought, so that one that the chain gave up can be undone.

-- One index serves an address of one blockchain and, in labels, of every blockchain of its form.
alter table chain_addresses drop constraint chain_addresses_blockchain_address_key_key;
alter table chain_addresses add unique (address_key, blockchain);
drop index chain_addresses_key;

-- Sums change with every payment: room for the new version of a row beside the old one.
alter table chain_nodes set (fillfactor = 80);

create table chain_blocks (
  blockchain text not null,
  height bigint not null,
  hash text collate "C" not null,
  primary key (blockchain, height)
);
create index chain_blocks_hash on chain_blocks (hash);

-- Digests of the records of a block (chain_seen), 20 bytes each, one after another.
create table chain_block_records (
  blockchain text not null,
  height bigint not null,
  digests bytea not null
);
create index chain_block_records_height on chain_block_records (blockchain, height);

-- What a block added to edges, and how the edge was before the import that added it.
create table chain_block_edges (
  serial bigint generated always as identity,
  blockchain text not null,
  height bigint not null,
  from_id integer not null,
  to_id integer not null,
  asset text collate "C" not null,
  units numeric(40) not null,
  payments integer not null,
  first_at bigint not null,
  last_at bigint not null,
  payments_before integer not null,
  first_before bigint not null,
  last_before bigint not null
);
create index chain_block_edges_height on chain_block_edges (blockchain, height);

-- Outputs that a block created, and those that it spent.
create table chain_block_outputs (
  blockchain text not null,
  height bigint not null,
  spent boolean not null,
  outpoint bytea not null,
  owner_key text collate "C" not null,
  owner text not null,
  value bigint not null
);
create index chain_block_outputs_height on chain_block_outputs (blockchain, height);
