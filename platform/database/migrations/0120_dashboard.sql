-- Staff: who they are, how they sign in, where they are signed in, and which organisations they work for.
-- The first six tables are written by better-auth under the names given to it in modules/dashboard-api/auth.

create table dashboard_users (
  id text collate "C" primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table dashboard_sessions (
  id text collate "C" primary key,
  user_id text collate "C" not null references dashboard_users (id) on delete cascade,
  token text collate "C" not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text,
  -- Where the person works in this session; null: the first of theirs.
  organization_id text collate "C" references organizations (id)
);
create index dashboard_sessions_user on dashboard_sessions (user_id);
create index dashboard_sessions_end on dashboard_sessions (expires_at);

create table dashboard_accounts (
  id text collate "C" primary key,
  account_id text not null,
  provider_id text not null,
  user_id text collate "C" not null references dashboard_users (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index dashboard_accounts_user on dashboard_accounts (user_id);

create table dashboard_verifications (
  id text collate "C" primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index dashboard_verifications_identifier on dashboard_verifications (identifier);
create index dashboard_verifications_end on dashboard_verifications (expires_at);

create table dashboard_two_factors (
  id text collate "C" primary key,
  user_id text collate "C" not null references dashboard_users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count integer default 0,
  locked_until timestamptz
);
create index dashboard_two_factors_user on dashboard_two_factors (user_id);

create table dashboard_passkeys (
  id text collate "C" primary key,
  name text,
  public_key text not null,
  user_id text collate "C" not null references dashboard_users (id) on delete cascade,
  credential_id text not null,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  created_at timestamptz,
  aaguid text
);
create index dashboard_passkeys_user on dashboard_passkeys (user_id);
create index dashboard_passkeys_credential on dashboard_passkeys (credential_id);

create table dashboard_members (
  organization_id text collate "C" not null references organizations (id),
  user_id text collate "C" not null references dashboard_users (id) on delete cascade,
  role text not null check (role in ('OWNER', 'ADMIN', 'OFFICER', 'ANALYST', 'DEVELOPER', 'READ_ONLY')),
  joined_at timestamptz not null,
  last_seen_at timestamptz,
  primary key (organization_id, user_id)
);
create index dashboard_members_user on dashboard_members (user_id);

-- Links that work once: an owner's, printed by the operator, and invitations. Of the token only the SHA-256 is kept.
create table dashboard_links (
  id text collate "C" primary key,
  kind text not null check (kind in ('OWNER', 'INVITATION')),
  organization_id text collate "C" not null references organizations (id),
  role text not null check (role in ('OWNER', 'ADMIN', 'OFFICER', 'ANALYST', 'DEVELOPER', 'READ_ONLY')),
  email text,
  token_hash bytea not null unique,
  invited_by text collate "C" references dashboard_users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by text collate "C",
  cancelled_at timestamptz,
  check ((kind = 'INVITATION') = (email is not null))
);
create index dashboard_links_open on dashboard_links (organization_id, kind) where used_at is null and cancelled_at is null;
