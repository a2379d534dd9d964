-- What staff decide, do in bulk, try out; and which calls were made.

-- Decisions about wallet checks and media. One row per case: a first decision that awaits a second person, or a final one.
create table case_reviews (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  environment text not null,
  kind text not null check (kind in ('WALLET', 'MEDIA')),
  decision text not null check (decision in ('CLEARED', 'CONFIRMED')),
  reason text not null,
  decided_by text collate "C" not null,
  decided_at timestamptz not null,
  second_by text collate "C",
  second_at timestamptz,
  final boolean not null,
  check ((second_by is null) = (second_at is null)),
  check (second_by is distinct from decided_by)
);
create index case_reviews_organization on case_reviews (organization_id, environment);

create table dashboard_bulks (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  environment text not null,
  status text not null check (status in ('HELD', 'RUNNING', 'DONE', 'UNDONE')),
  action jsonb not null,
  items jsonb not null,
  held_until timestamptz not null,
  created_at timestamptz not null,
  created_by text collate "C" not null,
  updated_at timestamptz not null
);
create index dashboard_bulks_changed on dashboard_bulks (updated_at);
create index dashboard_bulks_held on dashboard_bulks (held_until) where status in ('HELD', 'RUNNING');

create table policy_tries (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  environment text not null,
  kind text not null check (kind in ('WALLET', 'SCREENING')),
  status text not null check (status in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  progress smallint not null check (progress between 0 and 100),
  policy jsonb,
  result jsonb,
  error text,
  created_at timestamptz not null,
  created_by text collate "C" not null,
  finished_at timestamptz,
  updated_at timestamptz not null
);
create index policy_tries_changed on policy_tries (updated_at);
create index policy_tries_list on policy_tries (organization_id, environment, created_at);

-- Who put a policy in force, and why. `hash` is that of the policy; null: the service's own.
create table policy_versions (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  kind text not null check (kind in ('WALLET', 'SCREENING')),
  version text not null,
  hash text not null,
  policy jsonb not null,
  author text collate "C" not null,
  reason text not null,
  try_id text collate "C",
  created_at timestamptz not null
);
create index policy_versions_list on policy_versions (organization_id, kind, created_at, id);

-- Calls of the API: no body, no query, no address of a client.
create table api_requests (
  id text collate "C" not null,
  organization_id text collate "C" not null,
  environment text not null,
  created_at timestamptz not null,
  method text not null,
  route text,
  status smallint not null,
  error_code text,
  duration_ms real not null,
  actor_type text not null,
  actor_id text collate "C" not null,
  resource_id text collate "C",
  idempotent boolean not null
);
create index api_requests_list on api_requests (organization_id, environment, created_at, id);
create index api_requests_age on api_requests using brin (created_at);
