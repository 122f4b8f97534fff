-- At each start of a server; what is secured already is left alone, so that a start waits for nobody who writes.
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
      -- Tables that planning writes anew by the thousand say so in their comment; their history is the plan versions.
      if t.remark not like 'derived%' then
        execute format('create trigger log_change after insert or update or delete on %I for each row execute function log_change()', t.name);
      end if;
    end if;
  end loop;
end $$;
