create table verifications (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  environment text not null,
  applicant_id text collate "C" not null references applicants (id),
  profile_type text not null check (profile_type in ('DOCUMENT', 'STANDARD', 'ENHANCED', 'BIOMETRIC')),
  status text not null check (status in ('CREATED', 'PENDING_UPLOAD', 'PROCESSING', 'MANUAL_REVIEW', 'COMPLETED', 'EXPIRED', 'CANCELLED')),
  result text check (result in ('APPROVED', 'REJECTED')),
  decided_by text check (decided_by in ('AUTOMATIC', 'REVIEWER')),
  -- What was held at creation, and is taken or given back at the end.
  credits integer not null check (credits > 0),
  checks json not null,
  -- Read from the document; null until then, and once the applicant is erased.
  extracted json,
  breakdown json not null default '[]',
  failure_reasons text[] not null default '{}',
  review_reason text,
  review json,
  -- The uploaded files as the record shows them; their bytes are in `files`.
  files json not null default '[]',
  upload_issues json not null default '[]',
  tries smallint not null default 0 check (tries between 0 and 3),
  -- The capture page's token: its SHA-256 to look it up by, and sealed to show the address again; gone once closed.
  token_hash bytea unique,
  sealed_token bytea,
  locale text,
  callback_url text,
  metadata json not null default '{}',
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  check ((status = 'COMPLETED') = (result is not null)),
  check ((status = 'COMPLETED') = (completed_at is not null)),
  check ((result is null) = (decided_by is null)),
  check ((token_hash is null) = (sealed_token is null)),
  check (status in ('CREATED', 'PENDING_UPLOAD', 'PROCESSING') or token_hash is null)
);
create index verifications_list on verifications (organization_id, environment, created_at, id);
create index verifications_status on verifications (organization_id, environment, status, created_at, id);
create index verifications_applicant on verifications (organization_id, environment, applicant_id, created_at, id);
create index verifications_due on verifications (expires_at) where status in ('CREATED', 'PENDING_UPLOAD');
create index verifications_stuck on verifications (updated_at) where status = 'PROCESSING';

create trigger verifications_added after insert on verifications referencing new table as added for each statement execute function count_added('verifications');
create trigger verifications_removed after delete on verifications referencing old table as removed for each statement execute function count_removed('verifications');
create trigger verifications_moved after update on verifications referencing new table as added old table as removed for each statement execute function count_moved('verifications');
