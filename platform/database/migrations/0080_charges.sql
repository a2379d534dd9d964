-- Charges at COMMIT, many at a time: one lock and one update for each organisation, one ledger transaction with both its
-- entries for each charge, in the order given. Refuses with CV001, and so does nothing at all, where there is no balance,
-- too little on it, or where a charge would be the one that crosses the threshold or leaves nothing: that has to be told,
-- or refused, by the caller, who then charges one by one.
create function charge_credits(ids text[], organizations text[], environments text[], amounts bigint[], operations text[],
  resources text[], occurrences text[], moments timestamptz[])
returns void language plpgsql as $$
declare
  payer record;
  left_over bigint;
  held_now bigint;
  threshold bigint;
begin
  -- Always in the same order, so that no two callers wait for one another in a circle.
  for payer in
    select organization, environment, sum(amount)::bigint as total
    from unnest(organizations, environments, amounts) as given (organization, environment, amount)
    group by 1, 2 order by organization collate "C", environment collate "C"
  loop
    update credit_balances b set available = b.available - payer.total
      from organizations o
      where o.id = b.organization_id and b.organization_id = payer.organization and b.environment = payer.environment
        and b.available > payer.total
      returning b.available, b.held, o.low_balance_threshold into left_over, held_now, threshold;
    if not found or (left_over <= threshold and left_over + payer.total > threshold) then
      raise exception 'The credits of % have to be charged one by one', payer.organization using errcode = 'CV001';
    end if;
    insert into credit_transactions (id, organization_id, environment, type, amount, balance_after, operation, resource_id, occurrence, created_at)
      select id, organization, environment, 'CHARGE', amount,
        left_over + held_now + payer.total - sum(amount) over (order by place), operation, resource, occurrence, moment
      from unnest(ids, organizations, environments, amounts, operations, resources, occurrences, moments) with ordinality
        as given (id, organization, environment, amount, operation, resource, occurrence, moment, place)
      where organization = payer.organization and environment = payer.environment;
  end loop;
  insert into credit_entries (transaction_id, account, amount)
    select id, account, sign * amount from unnest(ids, amounts) as given (id, amount),
      (values ('AVAILABLE', -1), ('SPENT', 1)) as side (account, sign);
end $$;
