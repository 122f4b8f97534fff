-- Of a company that stands in no statistics yet the planner expects one row of every table, and joins its thousands row by
-- row. Whoever brings many rows calls this in the same transaction: tables of which the planner expects less than a tenth
-- of what has come are analysed. It waits for nobody.
create function analyze_what_grew() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare grown regclass;
begin
  for grown in
    select x.relid from pg_stat_xact_user_tables x
      join pg_class c on c.oid = x.relid
      join pg_attribute a on a.attrelid = x.relid and a.attname = 'org_id'
      left join pg_stats s on s.schemaname = x.schemaname and s.tablename = x.relname and s.attname = a.attname and not s.inherited
      cross join lateral (
        select coalesce(sum(f), 0) as of_known, coalesce(sum(f) filter (where v = app_org()), 0) as of_own, count(*) as known
        from unnest(s.most_common_vals::text::uuid[], s.most_common_freqs) as k(v, f)
      ) k
    where x.schemaname = 'public' and x.n_tup_ins >= 50
      and coalesce(greatest(c.reltuples, 0) * case when k.of_own > 0 then k.of_own
          else greatest(0, 1 - k.of_known) / greatest(1, case when s.n_distinct < 0 then -s.n_distinct * c.reltuples else s.n_distinct end - k.known)
        end, 0) < x.n_tup_ins / 10.0
  loop
    execute format('analyze (skip_locked) %s', grown);
  end loop;
end $$;
revoke all on function analyze_what_grew() from public;
grant execute on function analyze_what_grew() to qitao_app, qitao_system;
