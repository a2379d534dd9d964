-- The expiry that a key was made with; expires_at may be sooner, once it was rotated. Its replacement takes this one.
alter table api_keys add column made_to_expire_at timestamptz;
update api_keys set made_to_expire_at = expires_at;

-- Exact totals of the ledger: rows are only ever added; their status, for counting, is "TYPE OPERATION".
create function count_credit_transactions() returns trigger language plpgsql as $$
begin
  insert into list_count_changes (organization_id, environment, resource, status, day, change)
  select organization_id, environment, 'credit_transactions', type || ' ' || operation, (created_at at time zone 'UTC')::date, count(*)
  from added group by 1, 2, 4, 5;
  return null;
end $$;
create trigger credit_transactions_added after insert on credit_transactions referencing new table as added
  for each statement execute function count_credit_transactions();
insert into list_count_changes (organization_id, environment, resource, status, day, change)
select organization_id, environment, 'credit_transactions', type || ' ' || operation, (created_at at time zone 'UTC')::date, count(*)
from credit_transactions group by 1, 2, 4, 5;

-- For the list's filters. Charges are most of all, so the list's own index serves them; a grant's operation is GRANT.
create index credit_transactions_type on credit_transactions (organization_id, environment, type, created_at, id) where type <> 'CHARGE';
create index credit_transactions_operation on credit_transactions (organization_id, environment, operation, created_at, id);
