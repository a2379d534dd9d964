create table applicants (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  environment text not null,
  status text not null check (status in ('ACTIVE', 'BLOCKED', 'ERASED')),
  external_id text,
  -- Names, e-mail, phone, birth date, countries, address, metadata; null once erased.
  person jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  erased_at timestamptz,
  check ((status = 'ERASED') = (person is null)),
  check ((status = 'ERASED') = (erased_at is not null))
);
create index applicants_list on applicants (organization_id, environment, created_at, id) where status <> 'ERASED';
create index applicants_status on applicants (organization_id, environment, status, created_at, id);
create unique index applicants_external_id on applicants (organization_id, environment, external_id) where external_id is not null;

create trigger applicants_added after insert on applicants referencing new table as added for each statement execute function count_added('applicants');
create trigger applicants_removed after delete on applicants referencing old table as removed for each statement execute function count_removed('applicants');
create trigger applicants_moved after update on applicants referencing new table as added old table as removed for each statement execute function count_moved('applicants');
