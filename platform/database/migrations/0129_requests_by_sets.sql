-- Admits requests of several callers at once, each as `admit_requests` does: a busy process asks for all that gathered
-- in one statement. The answer has a row for each caller, in any order.
create function admit_callers(callers text[], wanted integer[], minute_limits integer[], day_limits integer[])
returns table (caller text, granted integer, used_minute integer, used_day integer, at_minute bigint, at_day bigint, at_second double precision)
language plpgsql as $$
#variable_conflict use_column
declare
  current_second double precision := extract(epoch from clock_timestamp());
  current_minute bigint := floor(current_second / 60);
  current_day bigint := floor(current_second / 86400);
  locked integer;
begin
  -- A count need not be on disk before the request goes on: only a crash of the database itself could lose the last half second of it.
  perform set_config('synchronous_commit', 'off', true);
  loop
    -- Always in the same order, so that no two processes wait for one another in a circle.
    perform from rate_windows w where w.subject = any(callers) order by w.subject for update;
    get diagnostics locked = row_count;
    exit when locked = cardinality(callers);
    insert into rate_windows select given.subject, current_minute, 0, current_day, 0
      from unnest(callers) as given (subject) order by given.subject collate "C" on conflict do nothing;
  end loop;
  return query
    with present as (
      select w.subject, given.wanted, given.minute_limit, given.day_limit, own_minute.*, own_day.*
      from unnest(callers, wanted, minute_limits, day_limits) as given (subject, wanted, minute_limit, day_limit)
      join rate_windows w on w.subject = given.subject
      cross join lateral (
        select case when stands then w.minute else current_minute end as minute, case when stands then w.minute_count else 0 end as minute_count
        from (select w.minute between current_minute and current_minute + 2 as stands) as by_clock) as own_minute
      cross join lateral (
        select case when stands then w.day else current_day end as day, case when stands then w.day_count else 0 end as day_count
        from (select w.day between current_day and current_day + 1 as stands) as by_clock) as own_day
    ), admitted as (
      select p.*, greatest(0, least(p.wanted, p.minute_limit - p.minute_count, coalesce(p.day_limit, 2147483647) - p.day_count)) as granted
      from present p
    ), counted as (
      update rate_windows w set minute = a.minute, minute_count = a.minute_count + a.granted, day = a.day, day_count = a.day_count + a.granted
      from admitted a where w.subject = a.subject and a.granted > 0
    )
    select a.subject, a.granted, a.minute_count + a.granted, a.day_count + a.granted, a.minute, a.day, current_second from admitted a;
end $$;

-- Charges, or captures of what was held, at COMMIT, many at a time: one lock and one update for each organisation, one
-- ledger transaction with both its entries for each movement, in the order given; in two statements, however many
-- organisations there are. Takes the place of charge_credits, which is left for processes of the version before.
-- A charge is refused with CV001, and nothing at all is done, where there is no balance, too little on it, or where a
-- charge would be the one that crosses the threshold or leaves nothing: that has to be told, or refused, by the caller,
-- who then charges one by one.
create function take_credits(kind text, ids text[], organizations text[], environments text[], amounts bigint[], operations text[],
  resources text[], occurrences text[], moments timestamptz[])
returns void language plpgsql as $$
#variable_conflict use_column
declare
  refused integer;
begin
  -- Always in the same order, so that no two callers wait for one another in a circle.
  perform from credit_balances b
    where (b.organization_id, b.environment) in (select * from unnest(organizations, environments))
    order by b.organization_id, b.environment for update;
  with given as materialized (
    select * from unnest(ids, organizations, environments, amounts, operations, resources, occurrences, moments) with ordinality
      as given (id, organization, environment, amount, operation, resource, occurrence, moment, place)
  ), payer as materialized (
    select organization, environment, sum(amount)::bigint as total from given group by 1, 2
  ), taken as (
    update credit_balances b set available = b.available - case kind when 'CHARGE' then p.total else 0 end,
      held = b.held - case kind when 'CAPTURE' then p.total else 0 end
    from payer p join organizations o on o.id = p.organization
    where b.organization_id = p.organization and b.environment = p.environment and case kind
      when 'CHARGE' then b.available > p.total
        and not (b.available > o.low_balance_threshold and b.available - p.total <= o.low_balance_threshold)
      else b.held >= p.total end
    returning b.organization_id, b.environment, b.available + b.held + p.total as before
  ), recorded as (
    insert into credit_transactions (id, organization_id, environment, type, amount, balance_after, operation, resource_id, occurrence, created_at)
    select g.id, g.organization, g.environment, kind, g.amount,
      t.before - sum(g.amount) over (partition by g.organization, g.environment order by g.place), g.operation, g.resource, g.occurrence, g.moment
    from given g join taken t on t.organization_id = g.organization and t.environment = g.environment
    returning id, amount
  ), entered as (
    insert into credit_entries (transaction_id, account, amount)
    select id, account, sign * amount
    from recorded, (values (case kind when 'CHARGE' then 'AVAILABLE' else 'HELD' end, -1), ('SPENT', 1)) as side (account, sign)
  )
  select (select count(*) from payer) - (select count(*) from taken) into refused;
  if refused = 0 then return; end if;
  if kind = 'CHARGE' then
    raise exception 'The credits of % organisations have to be charged one by one', refused using errcode = 'CV001';
  end if;
  raise exception 'CAPTURE of credits that are not held';
end $$;

-- Every event becomes one delivery per subscribed endpoint, and one for its callbackUrl, in its own transaction: for all
-- events of a statement at once. Most have no receiver, and cost nothing more than looking for one.
-- A delivery's identifier has the event's millisecond and 60 random bits, laid out as a UUIDv7.
create function fan_out_events() returns trigger language plpgsql as $$
declare
  waiting text[];
  lane text;
begin
  with receiver as materialized (
    select a.id as event_id, a.organization_id, a.environment, a.type, a.created_at, w.id as endpoint_id, null::text as callback_url
    from added a join webhook_endpoints w on w.organization_id = a.organization_id and w.environment = a.environment
      and w.status <> 'DISABLED' and w.events && array[a.type, '*']
    union all
    select a.id, a.organization_id, a.environment, a.type, a.created_at, null, a.callback_url
    from added a where a.callback_url is not null
  ), made as (
    insert into webhook_deliveries (id, organization_id, environment, endpoint_id, callback_url, event_id, event, status, created_at)
    select 'dlv_' || substr(event_id, 5, 10) || 'e' || substr(hex, 1, 2) || substr(hex, 17, 13),
      organization_id, environment, endpoint_id, callback_url, event_id, type, 'PENDING', created_at
    from (select r.*, replace(gen_random_uuid()::text, '-', '') as hex from receiver r) as receiver
    returning id, created_at, coalesce(endpoint_id, callback_lane(organization_id, environment, callback_url)) as lane
  ), queued as (
    insert into webhook_queue (delivery_id, lane, due_at) select id, made.lane, least(created_at, clock_timestamp()) from made
    returning webhook_queue.lane
  )
  select array_agg(distinct queued.lane) into waiting from queued;
  if waiting is not null then
    foreach lane in array waiting loop
      perform wake_webhook_lane(lane);
    end loop;
  end if;
  return null;
end $$;
drop trigger events_fan_out on events;
create trigger events_fan_out after insert on events referencing new table as added for each statement execute function fan_out_events();
