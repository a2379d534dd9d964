-- Webhook endpoints, and one delivery per event and receiver.

create table webhook_endpoints (
  id text collate "C" primary key,
  organization_id text collate "C" not null references organizations (id),
  environment text not null check (environment in ('LIVE', 'TEST')),
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  description text,
  status text not null check (status in ('ACTIVE', 'FAILED', 'DISABLED')),
  sealed_secret bytea not null,
  -- The old secret while the overlap of a rotation lasts.
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  -- When the endpoint was marked FAILED; no success since.
  failed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((sealed_previous_secret is null) = (previous_secret_until is null)),
  check ((status = 'FAILED') = (failed_at is not null))
);
create index webhook_endpoints_list on webhook_endpoints (organization_id, environment, created_at, id);
create index webhook_endpoints_failed on webhook_endpoints (failed_at) where failed_at is not null;

create trigger webhooks_added after insert on webhook_endpoints referencing new table as added for each statement execute function count_added('webhooks');
create trigger webhooks_removed after delete on webhook_endpoints referencing old table as removed for each statement execute function count_removed('webhooks');
create trigger webhooks_moved after update on webhook_endpoints referencing new table as added old table as removed for each statement execute function count_moved('webhooks');

-- Signs what goes to callbackUrl addresses; made when first needed.
create table callback_secrets (
  organization_id text collate "C" not null references organizations (id),
  environment text not null check (environment in ('LIVE', 'TEST')),
  sealed_secret bytea not null,
  created_at timestamptz not null,
  primary key (organization_id, environment)
);

-- One event to one receiver: an endpoint, or the callbackUrl of one resource.
create table webhook_deliveries (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  environment text not null,
  endpoint_id text collate "C",
  callback_url text,
  event_id text collate "C" not null,
  event text not null,
  -- Of test events only, which are in no other table.
  body text,
  status text not null check (status in ('PENDING', 'SUCCEEDED', 'FAILED')),
  -- Of the latest attempt; attempts counts all of them.
  attempts integer not null default 0,
  success boolean not null default false,
  response_code integer,
  duration integer,
  attempted_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  check (endpoint_id is not null or callback_url is not null)
);
create index webhook_deliveries_list on webhook_deliveries (endpoint_id, created_at, id);
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, finished_at) where status = 'FAILED';
create index webhook_deliveries_age on webhook_deliveries using brin (created_at);

create table webhook_attempts (
  delivery_id text collate "C" not null,
  attempt integer not null,
  started_at timestamptz not null,
  duration integer not null,
  response_code integer,
  error text,
  response_body text,
  primary key (delivery_id, attempt)
);

-- What is still to be sent. A lane is an endpoint, or one origin that an organisation's callbacks go to.
create table webhook_queue (
  delivery_id text collate "C" primary key,
  lane text collate "C" not null,
  due_at timestamptz not null,
  -- Attempts of the schedule made so far.
  scheduled integer not null default 0,
  -- Asked for by hand: one attempt, after which the schedule goes on at resume_at, where there is one.
  manual boolean not null default false,
  resume_at timestamptz
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
create index webhook_queue_due on webhook_queue (lane, due_at, delivery_id);

-- Which dispatcher serves a lane. While its lease lasts it looks for work by itself and need not be woken.
create table webhook_lanes (
  id text collate "C" primary key,
  owner text not null,
  lease_until timestamptz not null
) with (fillfactor = 50);

-- Totals of one endpoint's deliveries by status, event and success: counted as resource 'deliveries:<endpoint>' with a
-- compound status.
create function delivery_count_key(status text, event text, success boolean) returns text immutable language sql
  return status || ' ' || event || ' ' || case when success then 'true' else 'false' end;

create function count_deliveries_added() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (organization_id, environment, resource, status, day, change)
  select organization_id, environment, 'deliveries:' || coalesce(endpoint_id, 'callbacks'),
    delivery_count_key(status, event, success), (created_at at time zone 'UTC')::date, count(*)
  from added group by 1, 2, 3, 4, 5;
  return null;
end $$;
create function count_deliveries_removed() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (organization_id, environment, resource, status, day, change)
  select organization_id, environment, 'deliveries:' || coalesce(endpoint_id, 'callbacks'),
    delivery_count_key(status, event, success), (created_at at time zone 'UTC')::date, -count(*)
  from removed group by 1, 2, 3, 4, 5;
  return null;
end $$;
create function count_deliveries_moved() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (organization_id, environment, resource, status, day, change)
  select organization_id, environment, 'deliveries:' || coalesce(endpoint_id, 'callbacks'), key, day, sum(change)
  from (
    select organization_id, environment, endpoint_id, delivery_count_key(status, event, success) as key,
      (created_at at time zone 'UTC')::date as day, 1 as change from added
    union all
    select organization_id, environment, endpoint_id, delivery_count_key(status, event, success),
      (created_at at time zone 'UTC')::date, -1 from removed
  ) changes
  group by 1, 2, 3, 4, 5 having sum(change) <> 0;
  return null;
end $$;
create trigger deliveries_added after insert on webhook_deliveries referencing new table as added for each statement execute function count_deliveries_added();
create trigger deliveries_removed after delete on webhook_deliveries referencing old table as removed for each statement execute function count_deliveries_removed();
create trigger deliveries_moved after update on webhook_deliveries referencing new table as added old table as removed for each statement execute function count_deliveries_moved();

-- Wakes the dispatchers for a lane that nobody serves now. NOTIFY makes commits wait for one another, so that it is
-- left out where a dispatcher looks anyway.
create function wake_webhook_lane(lane text) returns void language plpgsql as $$
begin
  if not exists (select from webhook_lanes l where l.id = lane and l.lease_until > clock_timestamp()) then
    perform pg_notify('webhook_deliveries', lane);
  end if;
end $$;

-- Callbacks of one organisation to one origin share a lane.
create function callback_lane(organization_id text, environment text, url text) returns text immutable language sql
  return 'callback:' || md5(organization_id || ' ' || environment || ' ' || lower(substring(url from '^[^/]*//[^/?#]*')));

-- Every event becomes one delivery per subscribed endpoint, and one for its callbackUrl, in its own transaction.
-- A delivery's identifier has the event's millisecond and 60 random bits, laid out as a UUIDv7.
create function fan_out_event() returns trigger language plpgsql as $$
declare made record;
begin
  for made in
    insert into webhook_deliveries (id, organization_id, environment, endpoint_id, callback_url, event_id, event, status, created_at)
    select 'dlv_' || substr(new.id, 5, 10) || 'e' || substr(hex, 1, 2) || substr(hex, 17, 13),
      new.organization_id, new.environment, endpoint_id, callback_url, new.id, new.type, 'PENDING', new.created_at
    from (
      select endpoint_id, callback_url, replace(gen_random_uuid()::text, '-', '') as hex
      from (
        select w.id as endpoint_id, null as callback_url from webhook_endpoints w
        where w.organization_id = new.organization_id and w.environment = new.environment and w.status <> 'DISABLED'
          and w.events && array[new.type, '*']
        union all
        select null, new.callback_url where new.callback_url is not null
      ) receiver
    ) receiver
    returning id, coalesce(endpoint_id, callback_lane(organization_id, environment, callback_url)) as lane
  loop
    insert into webhook_queue (delivery_id, lane, due_at) values (made.id, made.lane, least(new.created_at, clock_timestamp()));
    perform wake_webhook_lane(made.lane);
  end loop;
  return null;
end $$;
create trigger events_fan_out after insert on events for each row execute function fan_out_event();
