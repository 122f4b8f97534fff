-- Sample data of a company: what was made and when.
create table sample_data (
  org_id uuid primary key default app_org() references org (id),
  industry text not null,
  object_counts jsonb not null default '{}',
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user()
);

-- Foreign keys between tables of companies, with what the walk below asks of them.
create view company_reference as
  select c.oid as constraint_id, c.conrelid as child, c.confrelid as parent,
    (select string_agg(format('c.%I = p.%I', a.attname, b.attname), ' and ' order by k.n)
      from unnest(c.conkey, c.confkey) with ordinality as k (own, other, n)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other) as joined,
    (select string_agg(format('%I = null', a.attname), ', ') from unnest(c.conkey) as k (own)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own where not a.attnotnull) as cleared,
    -- Master records that only mention another one go on without it.
    c.conrelid::regclass::text in ('device', 'workgroup', 'material', 'purchase_request', 'inventory')
      and exists (select from unnest(c.conkey) as k (own)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own where not a.attnotnull) as is_mention,
    -- A part goes with its whole and is named after it: a document without one of its lines is not that document any more.
    c.confdeltype = 'c' and c.conrelid::regclass::text like replace(c.confrelid::regclass::text, '_', '\_') || '\_%'
      and exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'id') as is_part
  from pg_constraint c
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid <> 'org'::regclass;

-- Finds the sample rows of the company and every row that hangs on them, however far. A unit that the company's own rows
-- count in stays. Leaves them in pg_temp.sample_row; `is_sample` is false for what people made on top of the sample.
create function mark_sample_rows(of_org uuid, locking boolean) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t record;
  reached integer := 0;
  added bigint;
  found bigint;
  lock_c text := case when locking then ' for update of c' else '' end;
begin
  if of_org is distinct from app_org() then raise insufficient_privilege; end if;
  create temp table if not exists sample_row (
    relation oid not null, tid tid not null, row_id uuid, is_sample boolean not null, step integer not null, primary key (relation, tid)
  ) on commit drop;
  delete from pg_temp.sample_row;
  create temp table if not exists sample_table (relation oid primary key, has_id boolean, has_sample boolean) on commit drop;
  delete from pg_temp.sample_table;
  insert into pg_temp.sample_table
    select c.oid,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'id' and a.atttypid = 'uuid'::regtype),
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'sample')
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id');

  for t in select relation, has_id from pg_temp.sample_table where has_sample loop
    execute format('insert into pg_temp.sample_row select %s, c.ctid, %s, true, 0 from %s c where c.org_id = $1 and c.sample%s',
      t.relation, case when t.has_id then 'c.id' else 'null' end, t.relation::regclass, lock_c) using of_org;
  end loop;
  loop
    added := 0;
    -- Down to what refers to a marked row, and up from a part to its document.
    for t in
      select r.child as goes, 'c' as alias, r.child, r.parent, r.joined, 'p' as marked, g.has_id, g.has_sample
        from company_reference r join pg_temp.sample_table g on g.relation = r.child
        where not r.is_mention and r.parent <> 'unit'::regclass
          and exists (select from pg_temp.sample_row s where s.relation = r.parent and s.step = reached)
      union all
      select r.parent, 'p', r.child, r.parent, r.joined, 'c', g.has_id, g.has_sample
        from company_reference r join pg_temp.sample_table g on g.relation = r.parent
        where r.is_part and exists (select from pg_temp.sample_row s where s.relation = r.child and s.step = reached)
    loop
      execute format(
        'insert into pg_temp.sample_row
          select %1$s, %2$s.ctid, %3$s, %4$s, %5$s from %6$s c join %7$s p on %8$s
            join pg_temp.sample_row s on s.relation = %9$s and s.tid = %10$s.ctid and s.step = %11$s
          where c.org_id = $1%12$s on conflict do nothing',
        t.goes, t.alias, case when t.has_id then t.alias || '.id' else 'null' end,
        case when t.has_sample then t.alias || '.sample' else 's.is_sample' end, reached + 1,
        t.child::regclass, t.parent::regclass, t.joined, case t.marked when 'p' then t.parent else t.child end, t.marked, reached,
        case when locking then ' for update of ' || t.alias else '' end) using of_org;
      get diagnostics found = row_count;
      added := added + found;
    end loop;
    exit when added = 0;
    reached := reached + 1;
  end loop;

  -- Plans of which no work order is left are plans of nothing; no foreign key says so.
  if exists (select from pg_temp.sample_row) and not exists (select from mo m where m.org_id = of_org
      and not exists (select from pg_temp.sample_row s where s.relation = 'mo'::regclass and s.tid = m.ctid)) then
    insert into pg_temp.sample_row select 'plan_version'::regclass, v.ctid, v.id, v.sample, reached from plan_version v
      where v.org_id = of_org on conflict do nothing;
  end if;

  for t in select child, joined from company_reference where parent = 'unit'::regclass loop
    execute format(
      'delete from pg_temp.sample_row s using unit p where s.relation = %s and s.tid = p.ctid and p.org_id = $1
         and exists (select from %s c where %s and not exists (select from pg_temp.sample_row m where m.relation = %s and m.tid = c.ctid))',
      'unit'::regclass::oid, t.child::regclass, t.joined, t.child) using of_org;
  end loop;
end $$;

create function count_sample_rows(of_org uuid) returns table (object text, sample bigint, own bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform mark_sample_rows(of_org, false);
  return query select s.relation::regclass::text, count(*) filter (where s.is_sample), count(*) filter (where not s.is_sample)
    from pg_temp.sample_row s group by 1;
end $$;

-- Deletes what `mark_sample_rows` finds, in the order of the foreign keys. Movements of stock are append-only for members:
-- only here, and only these, they go. Their history goes with them; that it was done stands in audit_log.
create function delete_sample_rows(of_org uuid) returns table (object text, sample bigint, own bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t record;
  wanted bigint;
  deleted bigint;
begin
  perform mark_sample_rows(of_org, true);
  for t in select * from company_reference where is_mention loop
    execute format(
      'update %1$s c set %2$s from %3$s p join pg_temp.sample_row s on s.relation = %4$s and s.tid = p.ctid
        where c.org_id = $1 and %5$s
          and not exists (select from pg_temp.sample_row m where m.relation = %6$s and m.tid = c.ctid)',
      t.child::regclass, t.cleared, t.parent::regclass, t.parent, t.joined, t.child) using of_org;
  end loop;
  create temp table if not exists sample_left (relation oid primary key, count bigint) on commit drop;
  delete from pg_temp.sample_left;
  insert into pg_temp.sample_left select relation, count(*) from pg_temp.sample_row group by relation;
  loop
    -- A table to which nothing that is left refers, but itself.
    select l.relation, l.count into t from pg_temp.sample_left l
      where not exists (select from company_reference r join pg_temp.sample_left c on c.relation = r.child
        where r.parent = l.relation and r.child <> r.parent) limit 1;
    exit when not found;
    execute format('delete from %1$s c using pg_temp.sample_row s where s.relation = %2$s and s.tid = c.ctid and c.org_id = $1',
      t.relation::regclass, t.relation) using of_org;
    get diagnostics deleted = row_count;
    if deleted <> t.count then raise exception '% of % rows of % were deleted', deleted, t.count, t.relation::regclass; end if;
    delete from pg_temp.sample_left l where l.relation = t.relation;
  end loop;
  select count(*) into wanted from pg_temp.sample_left;
  if wanted > 0 then raise exception 'sample rows refer to each other in a circle'; end if;

  -- What the company's own stock held for orders that are gone is free again.
  update inventory i set occupied_quantity = coalesce(a.quantity, 0)
    from inventory k left join (select source_id, sum(quantity) as quantity from mo_assignment
      where org_id = of_org and source_type = 1 group by source_id) a on a.source_id = k.id
    where i.org_id = of_org and k.org_id = of_org and i.id = k.id and i.occupied_quantity <> coalesce(a.quantity, 0);
  delete from plan_head h where h.org_id = of_org and not exists (select from plan_version v where v.org_id = of_org);
  delete from change_log l using pg_temp.sample_row s
    where l.org_id = of_org and l.table_name = s.relation::regclass::text and l.row_id = s.row_id;
  return query select s.relation::regclass::text, count(*) filter (where s.is_sample), count(*) filter (where not s.is_sample)
    from pg_temp.sample_row s group by 1;
end $$;
revoke all on function mark_sample_rows(uuid, boolean), count_sample_rows(uuid), delete_sample_rows(uuid) from public;
grant execute on function count_sample_rows(uuid), delete_sample_rows(uuid) to qitao_app;
