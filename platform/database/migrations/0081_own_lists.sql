-- Lists of an organisation's own: a blocklist, kept as any list is (versions, changes, monitors, replay) under a name that
-- nobody else's has; and the good-guy list, which is what was decided to be false positives, with and without a screening.

alter table watchlists add column organization_id text collate "C" references organizations (id);
alter table watchlists add column environment text check (environment in ('LIVE', 'TEST'));
alter table watchlists add check ((organization_id is null) = (environment is null));
create unique index watchlists_own on watchlists (organization_id, environment) where organization_id is not null;

-- The entries that stand in blocklists now.
create view aml_blocklist as
  select w.organization_id, w.environment, v.fetched_at as created_at, e.entity_id as id, e.entity, e.raw
  from watchlists w
  join watchlist_entities e on e.dataset = w.dataset and e.until_version is null
  join watchlist_versions v on v.dataset = e.dataset and v.version = e.from_version
  where w.organization_id is not null;

alter table aml_suppressions add column id text collate "C";
alter table aml_suppressions add column subject json;
alter table aml_suppressions add column reason text;
alter table aml_suppressions add column actor_id text;
update aml_suppressions s set id = 'alw_' || left(md5(match_id), 26),
  reason = coalesce((select r.reason from aml_resolutions r where r.screening_id = s.screening_id and r.match_id = s.match_id), ''),
  actor_id = coalesce((select r.actor_id from aml_resolutions r where r.screening_id = s.screening_id and r.match_id = s.match_id), '');
alter table aml_suppressions alter column id set not null;
alter table aml_suppressions alter column reason set not null;
alter table aml_suppressions alter column actor_id set not null;
-- Null where it was entered without a screening.
alter table aml_suppressions alter column screening_id drop not null;
create index aml_suppressions_list on aml_suppressions (organization_id, environment, created_at, id);
create unique index aml_suppressions_id on aml_suppressions (id);
