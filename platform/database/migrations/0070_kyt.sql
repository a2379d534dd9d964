-- Wallet checks and monitors.

create table kyt_checks (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  environment text not null,
  status text not null check (status in ('PROCESSING', 'COMPLETED')),
  applicant_id text collate "C",
  -- As sent; in its one spelling; and as a key that is equal exactly where the address is.
  address text not null,
  address_normalized text not null,
  address_key text collate "C" not null,
  blockchain text not null,
  risk_score smallint not null check (risk_score between 0 and 100),
  risk_level text not null,
  top_risks jsonb not null,
  -- The rest of what was found out, as it was answered.
  detail json not null,
  callback_url text,
  metadata jsonb not null,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index kyt_checks_list on kyt_checks (organization_id, environment, created_at, id);
create index kyt_checks_address on kyt_checks (organization_id, environment, address_key, created_at, id);
create index kyt_checks_risk on kyt_checks (organization_id, environment, risk_level, created_at, id);
create index kyt_checks_applicant on kyt_checks (organization_id, environment, applicant_id, created_at, id) where applicant_id is not null;

create trigger kyt_checks_added after insert on kyt_checks referencing new table as added for each statement execute function count_added('kyt_checks');
create trigger kyt_checks_removed after delete on kyt_checks referencing old table as removed for each statement execute function count_removed('kyt_checks');
create trigger kyt_checks_moved after update on kyt_checks referencing new table as added old table as removed for each statement execute function count_moved('kyt_checks');

create table kyt_monitors (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  environment text not null,
  status text not null check (status in ('ACTIVE', 'SUSPENDED', 'ENDED')),
  address text not null,
  address_normalized text not null,
  address_key text collate "C" not null,
  blockchain text not null,
  threshold smallint not null check (threshold between 0 and 100),
  -- What was found out last; and what was told last, against which a change is told.
  risk_score smallint not null check (risk_score between 0 and 100),
  risk_level text not null,
  told_score smallint not null check (told_score between 0 and 100),
  told_level text not null,
  data_version text not null,
  last_run_at timestamptz not null,
  -- When the next month begins; for a suspended one, when it is tried again.
  next_charge_at timestamptz,
  suspended_at timestamptz,
  ended_at timestamptz,
  callback_url text,
  metadata jsonb not null,
  created_at timestamptz not null,
  check ((status = 'SUSPENDED') = (suspended_at is not null)),
  check ((status = 'ENDED') = (ended_at is not null)),
  check ((status = 'ENDED') = (next_charge_at is null))
);
create index kyt_monitors_list on kyt_monitors (organization_id, environment, created_at, id);
create index kyt_monitors_status on kyt_monitors (organization_id, environment, status, created_at, id);
create index kyt_monitors_due on kyt_monitors (next_charge_at) where status <> 'ENDED';
create index kyt_monitors_run on kyt_monitors (last_run_at, id) where status = 'ACTIVE';

create trigger kyt_monitors_added after insert on kyt_monitors referencing new table as added for each statement execute function count_added('kyt_monitors');
create trigger kyt_monitors_removed after delete on kyt_monitors referencing old table as removed for each statement execute function count_removed('kyt_monitors');
create trigger kyt_monitors_moved after update on kyt_monitors referencing new table as added old table as removed for each statement execute function count_moved('kyt_monitors');
