-- What was asked of providers of chain data, and how far it goes. Of no organisation.

create table chain_fetched (
  blockchain text not null,
  address_key text collate "C" not null,
  -- The kind of provider; another one tells other things, and is asked from the beginning.
  provider text not null,
  -- PARTIAL: there were too many payments to fetch all of them.
  state text not null check (state in ('COMPLETE', 'PARTIAL')),
  -- Last block up to which all payments are here; -1 where there is none.
  height bigint not null,
  -- Where the next fetch begins, where height alone does not tell.
  cursor text,
  payments integer not null,
  fetched_at timestamptz not null,
  -- When its counterparties were looked at too, and how many of them could not be fetched.
  expanded_at timestamptz,
  counterparties integer not null default 0,
  counterparties_missing integer not null default 0,
  primary key (address_key, blockchain)
);
create index chain_fetched_height on chain_fetched (blockchain, height);

-- Decimals of tokens as first told: one told otherwise later is refused.
create table chain_tokens (
  blockchain text not null,
  asset text collate "C" not null,
  decimals smallint not null,
  primary key (blockchain, asset)
);

-- Blockchains that are followed block by block.
create table chain_followed (
  blockchain text primary key,
  -- The first block that was taken in, and the last.
  from_height bigint not null,
  height bigint not null,
  hash text collate "C" not null,
  -- The provider's last block, as last told.
  tip bigint not null,
  updated_at timestamptz not null
);

create index kyt_checks_waiting on kyt_checks (created_at) where status = 'PROCESSING';
