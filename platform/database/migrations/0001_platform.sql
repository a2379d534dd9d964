-- Organisations, keys, rate windows, idempotent answers, credits, events, audit, files, secrets, list counts.

create table organizations (
  id text collate "C" primary key,
  name text not null,
  plan text not null check (plan in ('FREE', 'BASIC', 'PROFESSIONAL', 'ENTERPRISE')),
  requests_per_minute integer check (requests_per_minute > 0),
  requests_per_day integer check (requests_per_day > 0),
  low_balance_threshold bigint not null default 100 check (low_balance_threshold >= 0),
  settings jsonb not null default '{}',
  created_at timestamptz not null
);

create table api_keys (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  environment text not null check (environment in ('LIVE', 'TEST')),
  name text not null,
  hash bytea not null unique,
  prefix text not null,
  last_four text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_list on api_keys (organization_id, environment, created_at, id);

-- One row per caller: an organisation in an environment, or a client address (hashed). Counts of the present windows only.
create table rate_windows (
  subject text collate "C" primary key,
  minute bigint not null,
  minute_count integer not null,
  day bigint not null,
  day_count integer not null
) with (fillfactor = 50);

-- Admits up to `wanted` requests of one caller into the present UTC minute and day, exactly, whoever else asks at the same time.
-- The database's clock decides, so that API processes with differing clocks agree. Set back a little, it opens no second
-- window; a window far ahead was counted by a clock that was wrong, and would shut its caller out until then: it ends.
create function admit_requests(caller text, wanted integer, minute_limit integer, day_limit integer)
returns table (granted integer, used_minute integer, used_day integer, at_minute bigint, at_day bigint, at_second double precision)
language plpgsql as $$
declare
  current_second double precision := extract(epoch from clock_timestamp());
  current_minute bigint := floor(current_second / 60);
  current_day bigint := floor(current_second / 86400);
  found_row rate_windows%rowtype;
begin
  -- A count need not be on disk before the request goes on: only a crash of the database itself could lose the last half second of it.
  perform set_config('synchronous_commit', 'off', true);
  loop
    select * into found_row from rate_windows w where w.subject = caller for update;
    exit when found;
    insert into rate_windows values (caller, current_minute, 0, current_day, 0) on conflict do nothing;
  end loop;
  if found_row.minute not between current_minute and current_minute + 2 then found_row.minute := current_minute; found_row.minute_count := 0; end if;
  if found_row.day not between current_day and current_day + 1 then found_row.day := current_day; found_row.day_count := 0; end if;
  granted := greatest(0, least(wanted, minute_limit - found_row.minute_count, coalesce(day_limit, 2147483647) - found_row.day_count));
  used_minute := found_row.minute_count + granted;
  used_day := found_row.day_count + granted;
  at_minute := found_row.minute;
  at_day := found_row.day;
  at_second := current_second;
  if granted > 0 then
    update rate_windows w set minute = at_minute, minute_count = used_minute, day = at_day, day_count = used_day where w.subject = caller;
  end if;
  return next;
end $$;

create table idempotency_answers (
  organization_id text collate "C" not null,
  environment text not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  status smallint not null,
  body bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, environment, key)
);
create index idempotency_answers_age on idempotency_answers (created_at);

create table credit_balances (
  organization_id text collate "C" not null references organizations (id),
  environment text not null check (environment in ('LIVE', 'TEST')),
  available bigint not null check (available >= 0),
  held bigint not null check (held >= 0),
  primary key (organization_id, environment)
) with (fillfactor = 50);

create table credit_transactions (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  environment text not null,
  type text not null check (type in ('GRANT', 'HOLD', 'CAPTURE', 'RELEASE', 'CHARGE')),
  amount bigint not null check (amount > 0),
  balance_after bigint not null check (balance_after >= 0),
  operation text not null,
  resource_id text collate "C",
  -- Tells repeated charges of one resource apart, for instance the month of a monitor.
  occurrence text not null default '',
  created_at timestamptz not null
);
create index credit_transactions_list on credit_transactions (organization_id, environment, created_at, id);
-- Every operation is charged once: one CHARGE, HOLD, CAPTURE or RELEASE per resource, operation and occurrence.
create unique index credit_transactions_once on credit_transactions (organization_id, environment, resource_id, operation, type, occurrence)
  where resource_id is not null and type <> 'GRANT';

-- The two or more sides of each transaction; amounts sum to zero. Accounts: ISSUED (where grants come from), AVAILABLE, HELD, SPENT.
create table credit_entries (
  transaction_id text collate "C" not null references credit_transactions (id),
  account text not null check (account in ('ISSUED', 'AVAILABLE', 'HELD', 'SPENT')),
  amount bigint not null check (amount <> 0),
  primary key (transaction_id, account)
);

create table events (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  environment text not null,
  type text not null,
  resource_id text collate "C",
  callback_url text,
  body text not null,
  created_at timestamptz not null
);
create index events_resource on events (organization_id, environment, resource_id);
create index events_age on events (created_at);

create table audit_entries (
  id text collate "C" primary key,
  organization_id text collate "C",
  environment text,
  occurred_at timestamptz not null,
  actor_type text not null,
  actor_id text not null,
  action text not null,
  resource_id text collate "C",
  request_id text collate "C",
  details jsonb not null default '{}'
);
create index audit_entries_list on audit_entries (organization_id, environment, occurred_at, id);
create index audit_entries_resource on audit_entries (organization_id, resource_id);

-- The chain: one row per entry, in the order sealed; hash = SHA-256 (previous hash, canonical entry).
create table audit_chain (
  seq bigint primary key,
  entry_id text collate "C" not null unique references audit_entries (id),
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null
);

-- Entries of the last moments, waiting to be sealed.
create table audit_unsealed (
  entry_id text collate "C" primary key references audit_entries (id)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are only ever added', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries for each statement execute function refuse_change();
create trigger audit_chain_append_only before update or delete or truncate on audit_chain for each statement execute function refuse_change();
create trigger credit_transactions_append_only before update or delete or truncate on credit_transactions for each statement execute function refuse_change();
create trigger credit_entries_append_only before update or delete or truncate on credit_entries for each statement execute function refuse_change();

-- Encryption at rest: data keys wrapped by the master key; sealed values name the data key they were sealed with.
create table data_keys (
  id text collate "C" primary key,
  wrapped bytea not null,
  master_key_id text not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

-- Uploads and results, encrypted in chunks; kept in the database so that every process and every backup has them.
create table files (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  environment text not null,
  owner_id text collate "C" not null,
  kind text not null,
  media_type text not null,
  size bigint not null,
  sha256 bytea not null,
  sealed_name bytea,
  data_key_id text collate "C" not null references data_keys (id),
  chunk_size integer not null,
  created_at timestamptz not null,
  expires_at timestamptz
);
create index files_owner on files (organization_id, environment, owner_id);
create index files_expiry on files (expires_at) where expires_at is not null;
create table file_chunks (
  file_id text collate "C" not null references files (id) on delete cascade,
  number integer not null,
  sealed bytea not null,
  primary key (file_id, number)
);
alter table file_chunks alter column sealed set storage external;

-- Exact totals of long lists: changes are appended (no contention), and folded into list_counts from time to time.
create table list_count_changes (
  id bigint generated always as identity primary key,
  organization_id text collate "C" not null,
  environment text not null,
  resource text not null,
  status text not null,
  day date not null,
  change bigint not null
);
create table list_counts (
  organization_id text collate "C" not null,
  environment text not null,
  resource text not null,
  status text not null,
  day date not null,
  count bigint not null,
  primary key (organization_id, environment, resource, status, day)
);

-- For `create trigger … referencing new table as added / old table as removed … execute function count_rows('resource')`
-- on tables with organization_id, environment, status and created_at.
create function count_added() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (organization_id, environment, resource, status, day, change)
  select organization_id, environment, tg_argv[0], status, (created_at at time zone 'UTC')::date, count(*)
  from added group by 1, 2, 4, 5;
  return null;
end $$;
create function count_removed() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (organization_id, environment, resource, status, day, change)
  select organization_id, environment, tg_argv[0], status, (created_at at time zone 'UTC')::date, -count(*)
  from removed group by 1, 2, 4, 5;
  return null;
end $$;
create function count_moved() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (organization_id, environment, resource, status, day, change)
  select organization_id, environment, tg_argv[0], status, day, sum(change)
  from (
    select organization_id, environment, status, (created_at at time zone 'UTC')::date as day, 1 as change from added
    union all
    select organization_id, environment, status, (created_at at time zone 'UTC')::date, -1 from removed
  ) changes
  group by 1, 2, 4, 5 having sum(change) <> 0;
  return null;
end $$;

-- Folds appended changes into the counts; several callers take different rows.
create function fold_list_counts(batch integer) returns bigint language plpgsql as $$
declare folded bigint;
begin
  if not pg_try_advisory_xact_lock(7233402771002) then return 0; end if;
  with taken as (
    delete from list_count_changes where id in (select id from list_count_changes order by id limit batch for update skip locked)
    returning organization_id, environment, resource, status, day, change
  ), summed as (
    select organization_id, environment, resource, status, day, sum(change)::bigint as change, count(*) as n
    from taken group by 1, 2, 3, 4, 5
  ), folding as (
    insert into list_counts as c (organization_id, environment, resource, status, day, count)
    select organization_id, environment, resource, status, day, change from summed order by 1, 2, 3, 4, 5
    on conflict (organization_id, environment, resource, status, day) do update set count = c.count + excluded.count
  )
  select coalesce(sum(n), 0) into folded from summed;
  return folded;
end $$;
