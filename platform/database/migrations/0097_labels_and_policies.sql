-- Labels that a source does not state any more: what they were, and when they ended.
create table wallet_labels_ended (
  id bigint generated always as identity primary key,
  pack text collate "C" not null,
  address_key text collate "C" not null,
  category text not null,
  entity text not null,
  confidence smallint not null,
  source text not null,
  defines_cluster boolean not null,
  sanction jsonb,
  since timestamptz,
  ended_at timestamptz not null
);
create index wallet_labels_ended_key on wallet_labels_ended (address_key);

-- Policies of organisations: each that was ever in force, for its records to be made again. The last one of an
-- organisation is in force; null: the service's own again.
create table kyt_policies (
  id bigint generated always as identity primary key,
  organization_id text collate "C" not null references organizations (id),
  version text,
  hash text not null,
  policy json,
  created_at timestamptz not null,
  check ((policy is null) = (version is null))
);
create index kyt_policies_organization on kyt_policies (organization_id, id);

-- What changed under monitors and is still to be looked at: addresses by key, whose labels changed; and nodes of the
-- value graph, whose edges changed. A row goes in the transaction that asks for the runs that follow from it.
create table kyt_changes (
  id bigint generated always as identity primary key,
  blockchain text,
  address_keys text[] not null,
  nodes integer[] not null,
  -- Too much changed to follow: every monitor of the blockchain is looked at.
  everything boolean not null default false,
  created_at timestamptz not null
);
create index kyt_monitors_watched on kyt_monitors (address_key) where status = 'ACTIVE' and environment = 'LIVE';
create index kyt_monitors_blockchain on kyt_monitors (blockchain, id) where status = 'ACTIVE' and environment = 'LIVE';
