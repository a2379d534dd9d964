-- Loads of very many payments: what is looked up row by row, and noted row by row, costs more than the rows themselves.

-- Digests differ, blockchains hardly do: compared first, a digest decides at once.
alter table chain_seen drop constraint chain_seen_pkey;
alter table chain_seen add primary key (digest, blockchain);

-- Everything of an asset may have changed: whoever holds a copy of it reads it anew. Counts as many nodes do.
alter table chain_changes add column everything boolean not null default false;
alter table chain_changes drop column size;
alter table chain_changes add column size integer not null
  generated always as (case when everything then 20000 else cardinality(nodes) end) stored;

create or replace function chain_edges_changed() returns trigger language plpgsql as $$
declare
  whole text[] := '{}';
  noted boolean := false;
begin
  if (select count(*) from changed) > 20000 then
    select coalesce(array_agg(asset), '{}') into whole
      from (select asset from changed group by asset having count(*) > 20000) busy;
    insert into chain_changes (asset, nodes, everything) select unnest(whole), '{}', true;
    noted := found;
  end if;
  insert into chain_changes (asset, nodes)
    select asset, array_agg(distinct node)
    from (select asset, unnest(array[from_id, to_id]) as node from changed where asset <> all (whole)) ends group by asset;
  if found or noted then perform chain_changes_prune(); end if;
  return null;
end $$;
