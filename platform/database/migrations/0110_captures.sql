-- The applicant's page of each verification: its address stays known after the verification ended, so that the page can
-- say how it ended. The token is kept as a digest only.
create table captures (
  verification_id text collate "C" primary key references verifications (id) on delete cascade,
  organization_id text collate "C" not null references organizations (id),
  environment text not null,
  token_hash bytea not null unique,
  consent_at timestamptz,
  -- One capture at a time for each kind of picture: {kind: {nonce, turns, assisted, frames, issuedAt, used}}.
  issued json not null default '{}',
  -- The turns that the stored frames answer, and whether the person asked to be seen without turning.
  challenge json,
  -- Uploads begun so far: a bound against floods.
  uploads integer not null default 0,
  created_at timestamptz not null
);
insert into captures (verification_id, organization_id, environment, token_hash, created_at)
  select id, organization_id, environment, token_hash, created_at from verifications where token_hash is not null;

-- Pictures on their way, sealed piece by piece as they arrive; gone once they are a file of the verification.
create table capture_uploads (
  id text collate "C" primary key,
  verification_id text collate "C" not null references captures (verification_id) on delete cascade,
  kind text not null,
  name bytea not null,
  length integer not null check (length > 0),
  received integer not null default 0 check (received between 0 and length),
  -- For frames: which challenge they answer, by its nonce's digest, and their place in it.
  nonce bytea not null,
  frame smallint,
  file_id text collate "C",
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index capture_uploads_verification on capture_uploads (verification_id);
create index capture_uploads_expiry on capture_uploads (expires_at);
create table capture_upload_parts (
  upload_id text collate "C" not null references capture_uploads (id) on delete cascade,
  position integer not null,
  sealed bytea not null,
  primary key (upload_id, position)
);
alter table capture_upload_parts alter column sealed set storage external;
