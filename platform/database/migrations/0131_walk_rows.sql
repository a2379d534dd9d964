-- Of the very busiest addresses, the packed rows (chain_nodes.incoming or .outgoing) of the addresses that a walk from
-- there meets, together: one look-up instead of thousands. A copy as `snapshot` saw them: a row that a later
-- transaction changed (chain_changes) counts no longer.
create table chain_walk_rows (
  address_id integer not null,
  asset text collate "C" not null,
  direction text collate "C" not null,
  -- Snapshots of another cluster say nothing here: a row that was written elsewhere and restored has another xmin.
  xid xid8 not null default pg_current_xact_id(),
  snapshot text not null,
  nodes integer[] not null,
  rows bytea not null,
  primary key (address_id, asset, direction)
);
alter table chain_walk_rows alter column nodes set storage external, alter column rows set storage external;

-- What changed since a snapshot, without a look at all that is kept.
create index chain_changes_xid on chain_changes (xid);

-- Of edges that lie apart: the value of every 250th from the first on, and all of them added up from the largest down,
-- so that a walk is sent those only that it follows; and the values of those to counterparties with a label (of
-- counterparties that have one since, they are looked up). Null where they were laid apart before: then all are sent.
alter table chain_hubs add column steps float8[], add column largest_total float8,
  add column marked integer[], add column marked_values float8[];

-- Whose labels a walk shows, without a look at the table of all addresses, which is wide.
create index chain_addresses_labelled on chain_addresses (id) include (address_key, cluster_id, label_confidence)
  where label_confidence > 0;
