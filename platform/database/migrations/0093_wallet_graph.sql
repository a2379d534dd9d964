-- What a walk over the value graph asks of a node lies in one place, and what changes is told to those who hold a copy.

-- Of the address (chain_addresses.label_confidence), so that a walk need not look at addresses, which are wide.
alter table chain_nodes add column label_confidence smallint not null default 0;
update chain_nodes n set label_confidence = a.label_confidence
  from chain_addresses a where a.id = n.address_id and a.label_confidence > 0;
-- Answered from the index alone.
alter table chain_nodes drop constraint chain_nodes_pkey;
alter table chain_nodes add constraint chain_nodes_pkey primary key (address_id, asset)
  include (label_confidence, payers, payees, received, sent);
create index chain_nodes_labelled on chain_nodes (address_id, asset) include (label_confidence) where label_confidence > 0;

-- Nodes whose edges (or, without an asset, whose label) a transaction changed. As many are kept as
-- chain_changes_prune() says; who is further behind reads everything anew.
create table chain_changes (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  asset text collate "C",
  nodes integer[] not null,
  size integer not null generated always as (cardinality(nodes)) stored
);
-- One row: the newest transaction of which a row was taken away.
create table chain_changes_floor (
  single boolean primary key default true check (single),
  xid xid8 not null
);
insert into chain_changes_floor (xid) values ('0');

create function chain_changes_prune() returns void language plpgsql as $$
declare
  floor_xid xid8;
begin
  -- Whoever prunes already is not waited for.
  select xid into floor_xid from chain_changes_floor for update skip locked;
  if not found then return; end if;
  with gone as (
    delete from chain_changes where id <= (
      select max(id) from (select id, sum(size) over (order by id desc) as kept from chain_changes) c where kept > 1000000
    ) returning xid
  )
  update chain_changes_floor set xid = greatest(floor_xid, (select max(gone.xid) from gone))
    where exists (select from gone);
end $$;

create function chain_edges_changed() returns trigger language plpgsql as $$
begin
  insert into chain_changes (asset, nodes)
    select asset, array_agg(distinct node)
    from (select asset, unnest(array[from_id, to_id]) as node from changed) ends group by asset;
  if found then perform chain_changes_prune(); end if;
  return null;
end $$;
create trigger chain_edges_added after insert on chain_edges referencing new table as changed for each statement execute function chain_edges_changed();
create trigger chain_edges_moved after update on chain_edges referencing new table as changed for each statement execute function chain_edges_changed();
create trigger chain_edges_removed after delete on chain_edges referencing old table as changed for each statement execute function chain_edges_changed();

create function chain_labels_changed() returns trigger language plpgsql as $$
declare
  marked integer[];
begin
  select array_agg(b.id) into marked
    from before b join after a on a.id = b.id where a.label_confidence <> b.label_confidence;
  if marked is null then return null; end if;
  update chain_nodes n set label_confidence = a.label_confidence
    from chain_addresses a where n.address_id = a.id and a.id = any(marked);
  insert into chain_changes (nodes) values (marked);
  perform chain_changes_prune();
  return null;
end $$;
create trigger chain_addresses_marked after update on chain_addresses referencing old table as before new table as after for each statement execute function chain_labels_changed();

create function chain_nodes_added() returns trigger language plpgsql as $$
begin
  update chain_nodes n set label_confidence = a.label_confidence
    from added join chain_addresses a on a.id = added.address_id and a.label_confidence > 0
    where n.address_id = added.address_id and n.asset = added.asset;
  return null;
end $$;
create trigger chain_nodes_added after insert on chain_nodes referencing new table as added for each statement execute function chain_nodes_added();
