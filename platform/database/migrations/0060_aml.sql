-- Watchlists, screenings, resolutions, suppressions, batches, monitors.

create table watchlists (
  dataset text collate "C" primary key,
  format text not null,
  -- The version that serves; null until the first one is complete.
  active_version integer,
  -- By address: what the publisher said about the bytes fetched last (ETag, Last-Modified).
  validators jsonb not null default '{}',
  -- When the publisher was last asked, or a file last imported, with success.
  checked_at timestamptz not null,
  created_at timestamptz not null
);

create table watchlist_versions (
  dataset text collate "C" not null references watchlists (dataset),
  version integer not null check (version > 0),
  format text not null,
  published_at text,
  fetched_at timestamptz not null,
  sha256 text not null,
  entities integer not null,
  -- Entities by category.
  categories jsonb not null,
  added integer not null,
  changed integer not null,
  removed integer not null,
  warnings jsonb not null,
  primary key (dataset, version)
);

-- Every state of every entity that ever was in a list, with the versions it stood in: from_version up to, not
-- including, until_version. An unchanged entity is stored once, however many versions it is in.
create table watchlist_entities (
  dataset text collate "C" not null references watchlists (dataset),
  entity_id text collate "C" not null,
  from_version integer not null,
  until_version integer check (until_version > from_version),
  -- Of everything; and of names, birth dates, identifiers and programmes alone.
  hash bytea not null,
  material bytea not null,
  entity json not null,
  raw json not null,
  primary key (dataset, entity_id, from_version)
);
create index watchlist_entities_from on watchlist_entities (dataset, from_version);
create index watchlist_entities_until on watchlist_entities (dataset, until_version) where until_version is not null;

create table watchlist_refusals (
  id bigint generated always as identity primary key,
  dataset text collate "C" not null,
  code text not null,
  reason text not null,
  refused_at timestamptz not null
);

create table aml_screenings (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  environment text not null,
  status text not null check (status in ('COMPLETED')),
  applicant_id text collate "C",
  -- Whom it is about, for suppressions: the applicant, or a keyed digest of the subject.
  subject_key text collate "C" not null,
  subject_material bytea not null,
  risk_level text not null,
  match_count integer not null,
  -- The answer as it was given, less what is decided about matches later: what a list shows of it, and the rest.
  -- `json` keeps the very bytes.
  head json not null,
  detail json not null,
  -- What was asked for, settled.
  configuration jsonb not null,
  -- match id → [dataset, entity id, digest of what is material of the entity, hex]
  matched jsonb not null,
  monitor_id text collate "C",
  job_id text collate "C",
  created_at timestamptz not null,
  erased_at timestamptz
);
create index aml_screenings_list on aml_screenings (organization_id, environment, created_at, id);
create index aml_screenings_applicant on aml_screenings (organization_id, environment, applicant_id, created_at, id) where applicant_id is not null;
create index aml_screenings_risk on aml_screenings (organization_id, environment, risk_level, created_at, id);

create trigger aml_screenings_added after insert on aml_screenings referencing new table as added for each statement execute function count_added('aml_screenings');
create trigger aml_screenings_removed after delete on aml_screenings referencing old table as removed for each statement execute function count_removed('aml_screenings');
create trigger aml_screenings_moved after update on aml_screenings referencing new table as added old table as removed for each statement execute function count_moved('aml_screenings');

create table aml_resolutions (
  screening_id text collate "C" not null references aml_screenings (id),
  match_id text collate "C" not null,
  organization_id text collate "C" not null,
  environment text not null,
  decision text not null check (decision in ('TRUE_MATCH', 'FALSE_POSITIVE', 'NEEDS_INFORMATION')),
  reason text not null,
  actor_type text not null,
  actor_id text not null,
  decided_at timestamptz not null,
  primary key (screening_id, match_id)
);

create table aml_suppressions (
  organization_id text collate "C" not null,
  environment text not null,
  subject_key text collate "C" not null,
  dataset text collate "C" not null,
  entity_id text collate "C" not null,
  match_id text collate "C" not null,
  screening_id text collate "C" not null,
  subject_material bytea not null,
  entity_material bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, environment, subject_key, dataset, entity_id)
);

create table aml_batch_jobs (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  environment text not null,
  status text not null check (status in ('QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED')),
  configuration jsonb not null,
  price integer not null,
  total integer not null,
  completed integer not null default 0,
  failed integer not null default 0,
  captured integer not null default 0,
  error_code text,
  callback_url text,
  metadata jsonb not null,
  created_at timestamptz not null,
  completed_at timestamptz
);

create table aml_batch_items (
  job_id text collate "C" not null references aml_batch_jobs (id),
  -- The position in the request, from 0, in six digits.
  id text collate "C" not null,
  organization_id text collate "C" not null,
  environment text not null,
  status text not null check (status in ('PENDING', 'COMPLETED', 'FAILED')),
  applicant_id text collate "C",
  subject json,
  screening_id text collate "C",
  risk_level text,
  match_count integer,
  error_code text,
  created_at timestamptz not null,
  primary key (job_id, id)
);
create index aml_batch_items_applicant on aml_batch_items (organization_id, environment, applicant_id) where applicant_id is not null;

create table aml_monitors (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  environment text not null,
  status text not null check (status in ('ACTIVE', 'SUSPENDED', 'ENDED')),
  applicant_id text collate "C",
  subject_key text collate "C" not null,
  -- Null once the applicant was erased.
  subject json,
  configuration jsonb not null,
  callback_url text,
  metadata jsonb not null,
  screening_id text collate "C" not null,
  last_run_at timestamptz not null,
  -- The month that was paid last began here.
  charged_at timestamptz,
  next_charge_at timestamptz,
  suspended_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null
);
create index aml_monitors_list on aml_monitors (organization_id, environment, created_at, id);
create index aml_monitors_status on aml_monitors (organization_id, environment, status, created_at, id);
create index aml_monitors_applicant on aml_monitors (organization_id, environment, applicant_id) where applicant_id is not null;
create index aml_monitors_due on aml_monitors (next_charge_at) where status <> 'ENDED';

create trigger aml_monitors_added after insert on aml_monitors referencing new table as added for each statement execute function count_added('aml_monitors');
create trigger aml_monitors_removed after delete on aml_monitors referencing old table as removed for each statement execute function count_removed('aml_monitors');
create trigger aml_monitors_moved after update on aml_monitors referencing new table as added old table as removed for each statement execute function count_moved('aml_monitors');

-- The matches that each monitor knows: from its first screening, or because it was told of them. The fingerprint is of
-- what the list says; a match that is not here, or is here with another fingerprint, is a change to be told, and is
-- written here in the transaction that tells it.
create table aml_monitor_matches (
  monitor_id text collate "C" not null references aml_monitors (id),
  dataset text collate "C" not null,
  entity_id text collate "C" not null,
  fingerprint bytea not null,
  primary key (monitor_id, dataset, entity_id)
);
create index aml_monitor_matches_entity on aml_monitor_matches (dataset, entity_id);
