-- History is written once for each statement: for thousands of rows that is half the work of once for each row.
-- The rows before and after meet in a full join, which is never done row by row: its plan is kept, for one row and for thousands.
create or replace function log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into change_log (org_id, table_name, row_id, operation, new_row)
      select n.org_id, tg_table_name, n.id, tg_op, to_jsonb(n) - 'password_hash' from new_rows n;
  elsif tg_op = 'UPDATE' then
    insert into change_log (org_id, table_name, row_id, operation, old_row, new_row)
      select n.org_id, tg_table_name, n.id, tg_op, to_jsonb(o) - 'password_hash', to_jsonb(n) - 'password_hash'
      from old_rows o full join new_rows n on n.org_id = o.org_id and n.id = o.id;
  else
    insert into change_log (org_id, table_name, row_id, operation, old_row)
      select o.org_id, tg_table_name, o.id, tg_op, to_jsonb(o) - 'password_hash' from old_rows o;
  end if;
  return null;
end $$;

create function log_changes_of(target regclass) returns void language plpgsql as $$
begin
  execute format('create trigger log_insert after insert on %s referencing new table as new_rows
    for each statement execute function log_change()', target);
  execute format('create trigger log_update after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function log_change()', target);
  execute format('create trigger log_delete after delete on %s referencing old table as old_rows
    for each statement execute function log_change()', target);
end $$;

do $$
declare t record;
begin
  for t in select tgrelid::regclass as name from pg_trigger where tgname = 'log_change' loop
    execute format('drop trigger log_change on %s', t.name);
    perform log_changes_of(t.name);
  end loop;
end $$;

create or replace function secure_tables() returns void language plpgsql as $$
declare t record;
begin
  for t in
    select c.oid, c.relname as name, coalesce(obj_description(c.oid), '') as remark, c.relrowsecurity and c.relforcerowsecurity as secured,
      has_table_privilege('qitao_system', c.oid, 'truncate') as system_may,
      has_table_privilege('qitao_app', c.oid, 'insert') as app_may,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped) as tenant,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'row_version' and not a.attisdropped) as versioned
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r'
  loop
    if not t.system_may then
      execute format('grant all on %I to qitao_system', t.name);
    end if;
    if not t.tenant then continue; end if;
    if not t.secured then
      execute format('alter table %I enable row level security', t.name);
      execute format('alter table %I force row level security', t.name);
    end if;
    if not exists (select from pg_policy where polrelid = t.oid and polname = 'own_company') then
      execute format('create policy own_company on %I to qitao_app using (org_id = (select app_org())) with check (org_id = (select app_org()))', t.name);
      execute format('create policy all_companies on %I to qitao_system using (true) with check (true)', t.name);
    end if;
    if not t.app_may then
      if t.name in ('audit_log', 'change_log', 'stock_movement') then
        execute format('grant select, insert on %I to qitao_app', t.name);
      else
        execute format('grant select, insert, update, delete on %I to qitao_app', t.name);
      end if;
    end if;
    if t.versioned and not exists (select from pg_trigger where tgrelid = t.oid and tgname = 'touch_row') then
      execute format('create trigger touch_row before insert or update on %I for each row execute function touch_row()', t.name);
    end if;
    -- Tables that planning writes anew by the thousand say so in their comment; their history is the plan versions.
    if t.versioned and t.remark not like 'derived%' and not exists (select from pg_trigger where tgrelid = t.oid and tgname = 'log_update') then
      perform log_changes_of(t.oid);
    end if;
  end loop;
end $$;
