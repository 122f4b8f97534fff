-- What has changed in what planning reads, noted by the transaction that changes it: so a server may keep what it has read
-- and reads again only that. While people work rows are only added here, so nobody waits for another one.
create table plan_input_change (
  org_id uuid not null default app_org(),
  changed_by xid8 not null default pg_current_xact_id(),
  at bigint not null default epoch_now(),
  -- 'order': of the work order; 'devices': what a machine made last; 'all': anything; 'cleared': notes are gone, up to
  what text not null,
  mo_id uuid,
  cleared_to xid8,
  check ((what = 'order') = (mo_id is not null)),
  check ((what = 'cleared') = (cleared_to is not null))
);
create index plan_input_change_of on plan_input_change (org_id, changed_by);
create index plan_input_change_cleared on plan_input_change (org_id) where what = 'cleared';

-- Notes of more than an hour ago, of transactions that everybody sees. Whoever has read before that reads all again.
create function clear_input_changes(company uuid) returns void language sql as $$
  with last as (
    select max(changed_by) as xid from plan_input_change
    where org_id = company and at < epoch_now() - 3600 and changed_by < pg_snapshot_xmin(pg_current_snapshot())
  ), gone as (
    delete from plan_input_change where ctid = any (array(
      select c.ctid from plan_input_change c, last where c.org_id = company and c.changed_by <= last.xid for update of c skip locked))
  )
  insert into plan_input_change (org_id, what, cleared_to) select company, 'cleared', xid from last where xid is not null
$$;

-- More orders than can be read one by one count as all. Every so often somebody clears up.
create function note_input_change(company uuid, what text, mo_ids uuid[]) returns void language plpgsql as $$
begin
  if cardinality(mo_ids) > 1000 then
    insert into plan_input_change (org_id, what) values (company, 'all');
  else
    insert into plan_input_change (org_id, what, mo_id) select company, what, id from unnest(mo_ids) as id;
  end if;
  if mod(pg_current_xact_id()::text::bigint, 1024) = 0 then perform clear_input_changes(company); end if;
end $$;

-- Rows with a work order. Argument: the column that names it.
create function note_orders() returns trigger language plpgsql as $$
declare
  changed record;
  made text;
  rows_of text := case tg_op when 'INSERT' then 'select * from new_rows' when 'DELETE' then 'select * from old_rows'
    else 'select * from old_rows union all select * from new_rows' end;
begin
  for changed in execute format('select org_id, array_agg(distinct %I) as mo_ids from (%s) as r group by org_id', tg_argv[0], rows_of) loop
    perform note_input_change(changed.org_id, 'order', changed.mo_ids);
  end loop;
  -- What was made last, by what machine, and what that is.
  if tg_table_name = 'production_task' then
    made := format('select distinct org_id from (%s) as r where status = 2', rows_of);
  elsif tg_table_name = 'mo' and tg_op = 'UPDATE' then
    made := 'select distinct o.org_id from old_rows o join new_rows n on n.org_id = o.org_id and n.id = o.id where n.material_id <> o.material_id';
  end if;
  if made is not null then
    for changed in execute made loop
      perform note_input_change(changed.org_id, 'devices', array[null::uuid]);
    end loop;
  end if;
  return null;
end $$;

create function note_orders_of_parts() returns trigger language plpgsql as $$
declare
  changed record;
  rows_of text := case tg_op when 'INSERT' then 'select * from new_rows' when 'DELETE' then 'select * from old_rows'
    else 'select * from old_rows union all select * from new_rows' end;
begin
  -- The operation may be gone with its parts; its own row has been noted then.
  for changed in execute format('select r.org_id, array_agg(distinct x.mo_id) as mo_ids from (%s) as r
      join mo_operation x on x.org_id = r.org_id and x.id = r.operation_id group by r.org_id', rows_of) loop
    perform note_input_change(changed.org_id, 'order', changed.mo_ids);
  end loop;
  return null;
end $$;

-- Anything else: all is read again. Arguments: the columns that matter; none: all of them.
create function note_all() returns trigger language plpgsql as $$
declare
  changed record;
  matters text := (select string_agg(format('o.%1$I is distinct from n.%1$I', name), ' or ') from unnest(tg_argv) as name);
  rows_of text := case when tg_op = 'INSERT' then 'select * from new_rows' when tg_op = 'DELETE' then 'select * from old_rows'
    when matters is null then 'select * from old_rows union all select * from new_rows'
    else 'select o.* from old_rows o join new_rows n on n.org_id = o.org_id and n.id = o.id where ' || matters end;
begin
  for changed in execute 'select distinct org_id from (' || rows_of || ') as r' loop
    perform note_input_change(changed.org_id, 'all', array[null::uuid]);
  end loop;
  return null;
end $$;

do $$
declare
  way record;
  target record;
begin
  for way in select * from (values
    ('insert', 'referencing new table as new_rows'),
    ('delete', 'referencing old table as old_rows'),
    ('update', 'referencing old table as old_rows new table as new_rows')) as w (event, referencing)
  loop
    for target in select * from (values
      ('mo', 'note_orders(''id'')'), ('mo_operation', 'note_orders(''mo_id'')'), ('mo_component', 'note_orders(''mo_id'')'),
      ('mo_assignment', 'note_orders(''mo_id'')'), ('production_task', 'note_orders(''mo_id'')'), ('operation_part', 'note_orders_of_parts()'),
      ('calendar', 'note_all()'), ('calendar_day', 'note_all()'), ('workgroup', 'note_all()'), ('workgroup_member', 'note_all()'),
      ('device', 'note_all()'), ('device_process', 'note_all()'), ('device_freeze', 'note_all()'),
      ('cycle_time', 'note_all()'), ('change_line', 'note_all()')) as t (name, noted)
    loop
      execute format('create trigger %I after %s on %I %s for each statement execute function %s',
        'note_' || way.event, way.event, target.name, way.referencing, target.noted);
    end loop;
  end loop;
end $$;
-- What work orders refer to: new rows matter to nobody yet.
create trigger note_update after update on material referencing old table as old_rows new table as new_rows
  for each statement execute function note_all('code', 'series', 'unit_id');
create trigger note_update after update on unit referencing old table as old_rows new table as new_rows
  for each statement execute function note_all('precision');
create trigger note_update after update on process referencing old table as old_rows new table as new_rows
  for each statement execute function note_all('name', 'may_pause');
create trigger note_update after update on org referencing old table as old_rows new table as new_rows
  for each statement execute function note_all('time_zone');
