-- A node's largest edges of each direction beside its sums, so that a walk finds both with one look-up. Null: not packed
-- since they last changed, and to be looked for in chain_edges. Whoever changes a node's sums empties both.
alter table chain_nodes add column incoming bytea, add column outgoing bytea;
-- Small enough to stay on the row's own page, and read far too often to be pressed together.
alter table chain_nodes alter column incoming set storage external, alter column outgoing set storage external;

-- The largest edges of nodes with very many: counterparty and value each in bytes, the largest first; and the same
-- counterparties in the order of their numbers. Of now where the node's own row is packed, else of before.
create table chain_hubs (
  address_id integer not null,
  asset text collate "C" not null,
  direction text collate "C" not null,
  edges bytea not null,
  counterparties integer[] not null,
  primary key (address_id, asset, direction)
);
alter table chain_hubs alter column edges set storage external, alter column counterparties set storage external;

-- Which changes (chain_changes) are packed: all that this snapshot saw. Null: everything is to be looked through.
create table chain_packed (
  single boolean primary key default true check (single),
  snapshot text
);
insert into chain_packed (snapshot) values (null);
