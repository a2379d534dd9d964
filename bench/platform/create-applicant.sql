-- The statements of one POST /applicants, with the same values' sizes; run by pgbench for comparison.
\set n random(1, 1000000000)
\set m random(1, 1000000000)
begin;
select pg_try_advisory_xact_lock(hashtextextended('idempotency ' || :org || ' LIVE ' || :n || '-' || :m, 0)) as claimed;
select fingerprint, status, body from idempotency_answers where organization_id = :org and environment = 'LIVE' and key = (:n || '-' || :m) and created_at >= now() - interval '1 day';
savepoint here;
insert into applicants (id, organization_id, environment, status, external_id, person, created_at, updated_at)
  values ('app_' || lpad(:n::text, 13, '0') || lpad(:m::text, 13, '0'), :org, 'LIVE', 'ACTIVE', null, '{"firstName":"Amara","lastName":"Okafor-Lind","middleName": null,"email":"amara@example.com","phone": null,"dateOfBirth":"1990-04-17","country":"SE","nationality": null,"address": null,"metadata":{}}'::jsonb, now(), now());
with added as (insert into audit_entries (id, organization_id, environment, occurred_at, actor_type, actor_id, action, resource_id, request_id, details)
  values ('aud_' || lpad(:n::text, 13, '0') || lpad(:m::text, 13, '0'), :org, 'LIVE', now(), 'API_KEY', 'key_01900000000000000000000000', 'applicant.create', 'app_' || lpad(:n::text, 13, '0') || lpad(:m::text, 13, '0'), 'req_01900000000000000000000000', '{}'::jsonb) returning id)
  insert into audit_unsealed (entry_id) select id from added;
insert into idempotency_answers (organization_id, environment, key, fingerprint, status, body, created_at)
  values (:org, 'LIVE', (:n || '-' || :m), decode(repeat('ab', 32), 'hex'), 201, decode(repeat('cd', 600), 'hex'), now())
  on conflict (organization_id, environment, key) do update set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, created_at = excluded.created_at;
commit;
