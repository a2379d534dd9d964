-- Whoever keeps an index of those who are watched follows what changes: each monitor says which transaction last changed
-- whether and whom it watches. A reader asks again for what the oldest transaction of its last look, or a later one, changed.

alter table aml_monitors add column changed_by xid8 not null default pg_current_xact_id();
create index aml_monitors_changed on aml_monitors (changed_by) where environment = 'LIVE';
create index aml_monitors_watched on aml_monitors (id) where environment = 'LIVE' and status = 'ACTIVE';

create function note_monitor_change() returns trigger language plpgsql as $$
begin
  new.changed_by := pg_current_xact_id();
  return new;
end $$;
create trigger aml_monitors_changed before update on aml_monitors for each row
  when (old.status is distinct from new.status or old.subject::text is distinct from new.subject::text
    or old.configuration is distinct from new.configuration)
  execute function note_monitor_change();

-- When those at work were last looked at for a new version of a list: one row instead of one for each of a million.
create table aml_monitor_runs (
  only_one boolean primary key default true check (only_one),
  looked_at timestamptz not null
);
