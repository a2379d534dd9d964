-- In a function of SQL a column goes before a parameter of the same name: organisations have a name.
create or replace function setting_of(organization text, room text, name text, fallback integer) returns integer language sql stable as
  $$ select coalesce((select (o.settings -> $2 ->> $3)::integer from organizations o where o.id = $1), $4) $$;
