-- Of a few dozen machines, units and materials that stand in no statistics the planner expects one of each, and may put each beside
-- each other: three million rows instead of one. Tables of few rows are looked at too.
create or replace function analyze_what_grew() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  grown record;
  plan json;
begin
  for grown in
    select x.relid::regclass as name, x.n_tup_ins as inserted from pg_stat_xact_user_tables x
      join pg_attribute a on a.attrelid = x.relid and a.attname = 'org_id'
    where x.schemaname = 'public' and x.n_tup_ins >= 8
  loop
    execute format('explain (format json) select from %s where org_id = %L', grown.name, app_org()) into plan;
    if (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric < grown.inserted / (case when grown.inserted < 100 then 3.0 else 10.0 end) then
      execute format('analyze (skip_locked) %s', grown.name);
    end if;
  end loop;
end $$;
