-- What a first person says about a match of a screening, until a second one says the same.
create table aml_resolution_proposals (
  screening_id text collate "C" not null references aml_screenings (id),
  match_id text collate "C" not null,
  organization_id text collate "C" not null,
  environment text not null,
  decision text not null check (decision in ('TRUE_MATCH', 'FALSE_POSITIVE', 'NEEDS_INFORMATION')),
  reason text not null,
  actor_type text not null,
  actor_id text not null,
  proposed_at timestamptz not null,
  primary key (screening_id, match_id)
);
create index aml_resolution_proposals_organization on aml_resolution_proposals (organization_id, environment);

-- The first of two people; null where one was enough. The second, whose words make it count, stands in actor_*.
alter table aml_resolutions add column first_type text;
alter table aml_resolutions add column first_id text;
alter table aml_resolutions add column first_reason text;
alter table aml_resolutions add column first_at timestamptz;
alter table aml_resolutions add constraint aml_resolutions_two_people
  check (first_id is null or (first_type, first_id) <> (actor_type, actor_id));

-- Pages that show the screening hear of a proposal as of anything else about it.
create function queue_proposal() returns trigger language plpgsql as $$
begin
  update review_queue set updated_at = clock_timestamp() where id = coalesce(new.screening_id, old.screening_id);
  return null;
end $$;
create trigger aml_resolution_proposals_queue after insert or update or delete on aml_resolution_proposals
  for each row execute function queue_proposal();
