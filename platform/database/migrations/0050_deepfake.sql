create table deepfake_jobs (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  environment text not null,
  media_type text not null check (media_type in ('IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT')),
  status text not null check (status in ('QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED')),
  progress smallint not null check (progress between 0 and 100),
  -- What was held at creation, and is taken or given back at the end.
  credits integer not null check (credits > 0),
  is_deepfake boolean,
  confidence smallint check (confidence between 0 and 100),
  manipulation_type text,
  recommendation text check (recommendation in ('ACCEPT', 'REVIEW', 'REJECT')),
  detectors json not null default '[]',
  artefacts json not null default '[]',
  error_code text,
  error_message text,
  file_name text not null,
  -- The stored media {fileId, mediaType, size}; null where it was given by address.
  media json,
  -- The address to fetch it from, sealed: such addresses often carry a signature. Gone once finished.
  sealed_url bytea,
  callback_url text,
  metadata json not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  check ((status = 'COMPLETED') = (recommendation is not null)),
  check ((status = 'COMPLETED') = (confidence is not null)),
  check ((status = 'FAILED') = (error_code is not null)),
  check ((status in ('COMPLETED', 'FAILED')) = (completed_at is not null))
);
create index deepfake_jobs_list on deepfake_jobs (organization_id, environment, created_at, id);
create index deepfake_jobs_status on deepfake_jobs (organization_id, environment, status, created_at, id);
create index deepfake_jobs_stuck on deepfake_jobs (updated_at) where status in ('QUEUED', 'PROCESSING');

create trigger deepfake_jobs_added after insert on deepfake_jobs referencing new table as added for each statement execute function count_added('deepfake_jobs');
create trigger deepfake_jobs_removed after delete on deepfake_jobs referencing old table as removed for each statement execute function count_removed('deepfake_jobs');
create trigger deepfake_jobs_moved after update on deepfake_jobs referencing new table as added old table as removed for each statement execute function count_moved('deepfake_jobs');
