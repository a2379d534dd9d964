-- What waits for a person. Kept by triggers, so that whatever changes a record changes its place in the queue with it.

create table review_queue (
  id text collate "C" primary key,
  organization_id text collate "C" not null,
  environment text not null,
  kind text not null check (kind in ('VERIFICATION', 'SCREENING', 'WALLET', 'MEDIA')),
  applicant_id text collate "C",
  risk_level text not null,
  -- 0 UNKNOWN, 1 LOW … 4 CRITICAL: to sort by.
  risk_rank smallint not null,
  reasons text[] not null,
  -- Of a screening: matches that nobody decided about.
  open_matches integer not null default 0,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  closed_at timestamptz,
  assignee text collate "C",
  bulk_id text collate "C",
  updated_at timestamptz not null
);
create index review_queue_due on review_queue (organization_id, environment, due_at, id) where closed_at is null;
create index review_queue_risk on review_queue (organization_id, environment, risk_rank, id) where closed_at is null;
create index review_queue_opened on review_queue (organization_id, environment, opened_at, id) where closed_at is null;
create index review_queue_closed on review_queue (organization_id, environment, closed_at, id) where closed_at is not null;
create index review_queue_applicant on review_queue (organization_id, environment, applicant_id) where applicant_id is not null;
create index review_queue_changed on review_queue (updated_at);

create function risk_rank(level text) returns smallint language sql immutable as
  $$ select coalesce(array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], level), 0)::smallint $$;

-- A number of an organisation's settings.
create function setting_of(organization text, room text, name text, fallback integer) returns integer language sql stable as
  $$ select coalesce((select (settings -> room ->> name)::integer from organizations where id = organization), fallback) $$;

create function review_hours(organization text, kind text) returns integer language sql stable as $$
  select case kind
    when 'VERIFICATION' then setting_of(organization, 'queue', 'verificationHours', 24)
    when 'SCREENING' then setting_of(organization, 'queue', 'screeningHours', 24)
    when 'WALLET' then setting_of(organization, 'queue', 'walletHours', 24)
    else setting_of(organization, 'queue', 'mediaHours', 48) end
$$;

create function open_review(item text, organization text, world text, item_kind text, applicant text, level text, why text[], matches integer, at timestamptz)
returns void language sql as $$
  insert into review_queue as q (id, organization_id, environment, kind, applicant_id, risk_level, risk_rank, reasons, open_matches,
    opened_at, due_at, updated_at)
  values (item, organization, world, item_kind, applicant, level, risk_rank(level), why, matches,
    at, at + make_interval(hours => review_hours(organization, item_kind)), clock_timestamp())
  on conflict (id) do update set applicant_id = excluded.applicant_id, risk_level = excluded.risk_level, risk_rank = excluded.risk_rank,
    reasons = excluded.reasons, open_matches = excluded.open_matches, updated_at = excluded.updated_at,
    opened_at = case when q.closed_at is null then q.opened_at else excluded.opened_at end,
    due_at = case when q.closed_at is null then q.due_at else excluded.due_at end,
    closed_at = null, bulk_id = case when q.closed_at is null then q.bulk_id end
$$;

create function close_review(item text, at timestamptz) returns void language sql as $$
  update review_queue set closed_at = at, open_matches = 0, bulk_id = null, updated_at = clock_timestamp() where id = item and closed_at is null
$$;

create function queue_verification() returns trigger language plpgsql as $$
begin
  if new.status = 'MANUAL_REVIEW' then
    perform open_review(new.id, new.organization_id, new.environment, 'VERIFICATION', new.applicant_id, 'UNKNOWN',
      array_remove(array[new.review_reason], null), 0, new.updated_at);
  else
    perform close_review(new.id, new.updated_at);
  end if;
  return null;
end $$;
create trigger verifications_queue_added after insert on verifications for each row
  when (new.status = 'MANUAL_REVIEW') execute function queue_verification();
create trigger verifications_queue_moved after update on verifications for each row
  when (new.status = 'MANUAL_REVIEW' or old.status = 'MANUAL_REVIEW') execute function queue_verification();

-- Matches at or above the organisation's threshold that nobody settled: information that is asked for settles nothing.
create function open_matches(screening aml_screenings) returns integer language sql stable as $$
  select count(*)::integer from json_array_elements(screening.detail -> 'matches') as m
  where (m ->> 'score')::numeric >= setting_of(screening.organization_id, 'screenings', 'reviewThreshold', 0)
    and not exists (select from aml_resolutions r where r.screening_id = screening.id and r.match_id = m ->> 'matchId'
      and r.decision in ('TRUE_MATCH', 'FALSE_POSITIVE'))
$$;

create function queue_screening_row(screening aml_screenings, at timestamptz) returns void language plpgsql as $$
declare
  waiting integer := case when screening.erased_at is null then open_matches(screening) else 0 end;
  categories text[];
begin
  if waiting = 0 then
    perform close_review(screening.id, at);
    return;
  end if;
  select coalesce(array_agg(distinct c order by c), '{}') into categories
    from json_array_elements(screening.detail -> 'matches') as m, json_array_elements_text(m -> 'categories') as c;
  perform open_review(screening.id, screening.organization_id, screening.environment, 'SCREENING', screening.applicant_id,
    screening.risk_level, categories, waiting, screening.created_at);
end $$;

create function queue_screening() returns trigger language plpgsql as $$
begin
  perform queue_screening_row(new, coalesce(new.erased_at, new.created_at));
  return null;
end $$;
create trigger aml_screenings_queue_added after insert on aml_screenings for each row
  when (new.match_count > 0) execute function queue_screening();
create trigger aml_screenings_queue_moved after update on aml_screenings for each row
  when (old.match_count > 0) execute function queue_screening();

create function queue_resolution() returns trigger language plpgsql as $$
declare screening aml_screenings;
begin
  select * into screening from aml_screenings where id = new.screening_id;
  perform queue_screening_row(screening, new.decided_at);
  return null;
end $$;
create trigger aml_resolutions_queue after insert or update on aml_resolutions for each row execute function queue_resolution();

create function queue_wallet() returns trigger language plpgsql as $$
begin
  if new.risk_score >= setting_of(new.organization_id, 'kyt', 'highRiskThreshold', 75) then
    perform open_review(new.id, new.organization_id, new.environment, 'WALLET', new.applicant_id, new.risk_level,
      array(select jsonb_array_elements_text(new.top_risks)), 0, coalesce(new.completed_at, new.created_at));
  end if;
  return null;
end $$;
create trigger kyt_checks_queue_added after insert on kyt_checks for each row
  when (new.status = 'COMPLETED' and new.risk_score > 0) execute function queue_wallet();
create trigger kyt_checks_queue_completed after update on kyt_checks for each row
  when (old.status <> 'COMPLETED' and new.status = 'COMPLETED' and new.risk_score > 0) execute function queue_wallet();
create function queue_wallet_forget() returns trigger language plpgsql as $$
begin
  update review_queue set applicant_id = new.applicant_id, updated_at = clock_timestamp() where id = new.id;
  return null;
end $$;
create trigger kyt_checks_queue_forgotten after update on kyt_checks for each row
  when (old.applicant_id is distinct from new.applicant_id) execute function queue_wallet_forget();

create function queue_media() returns trigger language plpgsql as $$
begin
  perform open_review(new.id, new.organization_id, new.environment, 'MEDIA', null,
    case new.recommendation when 'REJECT' then 'HIGH' else 'MEDIUM' end,
    array_remove(array[new.recommendation, new.manipulation_type], null), 0, coalesce(new.completed_at, new.updated_at));
  return null;
end $$;
create trigger deepfake_jobs_queue after update on deepfake_jobs for each row
  when (old.status <> 'COMPLETED' and new.status = 'COMPLETED' and new.recommendation in ('REVIEW', 'REJECT')) execute function queue_media();
create function queue_media_gone() returns trigger language plpgsql as $$
begin
  perform close_review(old.id, clock_timestamp());
  return null;
end $$;
create trigger deepfake_jobs_queue_gone after delete on deepfake_jobs for each row
  when (old.recommendation in ('REVIEW', 'REJECT')) execute function queue_media_gone();

-- What waited before there was a queue.
select open_review(id, organization_id, environment, 'VERIFICATION', applicant_id, 'UNKNOWN', array_remove(array[review_reason], null), 0, updated_at)
  from verifications where status = 'MANUAL_REVIEW';
select queue_screening_row(s, s.created_at) from aml_screenings s where match_count > 0 and erased_at is null;
select open_review(id, organization_id, environment, 'WALLET', applicant_id, risk_level, array(select jsonb_array_elements_text(top_risks)), 0,
  coalesce(completed_at, created_at))
  from kyt_checks where status = 'COMPLETED' and risk_score >= setting_of(organization_id, 'kyt', 'highRiskThreshold', 75);
select open_review(id, organization_id, environment, 'MEDIA', null, case recommendation when 'REJECT' then 'HIGH' else 'MEDIUM' end,
  array_remove(array[recommendation, manipulation_type], null), 0, coalesce(completed_at, updated_at))
  from deepfake_jobs where status = 'COMPLETED' and recommendation in ('REVIEW', 'REJECT');
