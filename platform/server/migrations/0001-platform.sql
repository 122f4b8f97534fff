-- Roles, the walls between companies, and the tables that every mutation uses.
-- qitao_app: what a member's call runs as; owns nothing and sees one company. qitao_system: sign-in and jobs.
do $$ begin
  if not exists (select from pg_roles where rolname = 'qitao_app') then create role qitao_app nologin; end if;
  if not exists (select from pg_roles where rolname = 'qitao_system') then create role qitao_system nologin; end if;
exception when duplicate_object or unique_violation then null; -- another database of the cluster made them just now
end $$;
grant qitao_app, qitao_system to current_user;
grant usage on schema public to qitao_app, qitao_system;

create function app_org() returns uuid language sql stable
  as $$ select nullif(current_setting('app.org', true), '')::uuid $$;
create function app_user() returns uuid language sql stable
  as $$ select nullif(current_setting('app.user', true), '')::uuid $$;
create function app_sample() returns boolean language sql stable
  as $$ select coalesce(current_setting('app.sample', true), '') = 'on' $$;
-- Statement time, not transaction time: rows of one transaction keep the order in which they were made.
create function epoch_now() returns bigint language sql stable
  as $$ select extract(epoch from clock_timestamp())::bigint $$;

-- Version, times and authors of a row are kept here, so that no handler can forget them.
create function touch_row() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    new.row_version := old.row_version + 1;
    new.created_time := old.created_time;
    new.created_by := old.created_by;
    new.sample := old.sample;
  end if;
  new.updated_time := epoch_now();
  new.updated_by := app_user();
  return new;
end $$;

create table change_log (
  id bigint generated always as identity,
  org_id uuid not null default app_org(),
  at bigint not null default epoch_now(),
  user_id uuid default app_user(),
  cause text default nullif(current_setting('app.cause', true), ''),
  table_name text not null,
  row_id uuid not null,
  operation text not null,
  old_row jsonb,
  new_row jsonb,
  primary key (org_id, id)
);
create index change_log_of_row on change_log (org_id, table_name, row_id, id desc);

create function log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into change_log (org_id, table_name, row_id, operation, new_row)
      values (new.org_id, tg_table_name, new.id, tg_op, to_jsonb(new) - 'password_hash');
  elsif tg_op = 'UPDATE' then
    insert into change_log (org_id, table_name, row_id, operation, old_row, new_row)
      values (new.org_id, tg_table_name, new.id, tg_op, to_jsonb(old) - 'password_hash', to_jsonb(new) - 'password_hash');
  else
    insert into change_log (org_id, table_name, row_id, operation, old_row)
      values (old.org_id, tg_table_name, old.id, tg_op, to_jsonb(old) - 'password_hash');
  end if;
  return null;
end $$;

-- One row for each mutating call, in the call's own transaction.
create table audit_log (
  id bigint generated always as identity,
  org_id uuid not null default app_org(),
  at bigint not null default epoch_now(),
  user_id uuid default app_user(),
  call text not null,
  input jsonb,
  request_key text,
  primary key (org_id, id)
);

-- A call that is sent twice with one key is done once; the answer is kept with it.
create table idempotency_key (
  org_id uuid not null default app_org(),
  request_key text not null,
  call text not null,
  input_hash text not null,
  answer jsonb,
  created_time bigint not null default epoch_now(),
  primary key (org_id, request_key)
);

-- Counters of document numbers: the row is locked until the document that took the number is saved, so no gaps.
create table serial_counter (
  org_id uuid not null default app_org(),
  module_code text not null,
  period text not null,
  last_number integer not null,
  primary key (org_id, module_code, period)
);

-- Background work: progress and result for people; the queue itself is pg-boss.
create table job (
  org_id uuid not null default app_org(),
  id uuid not null,
  job_type text not null,
  status smallint not null default 0,
  progress integer not null default 0,
  message jsonb,
  input jsonb,
  result jsonb,
  error_code integer,
  singleton text,
  cancel_wanted boolean not null default false,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  started_time bigint,
  heartbeat_time bigint,
  finished_time bigint,
  primary key (org_id, id)
);
-- One job of a kind at a time for a company: the second is told that the first is running.
create unique index job_one_at_a_time on job (org_id, singleton) where status in (0, 1) and singleton is not null;
create index job_latest on job (org_id, created_time desc);

-- Called after every migration run: gives each company table its wall, its grants and its triggers.
create function secure_tables() returns void language plpgsql as $$
declare t record;
begin
  for t in
    select c.oid, c.relname as name, coalesce(obj_description(c.oid), '') as remark,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped) as tenant,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'row_version' and not a.attisdropped) as versioned
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r'
  loop
    execute format('grant all on %I to qitao_system', t.name);
    if not t.tenant then continue; end if;
    execute format('alter table %I enable row level security', t.name);
    execute format('alter table %I force row level security', t.name);
    if not exists (select from pg_policy where polrelid = t.oid and polname = 'own_company') then
      execute format('create policy own_company on %I to qitao_app using (org_id = (select app_org())) with check (org_id = (select app_org()))', t.name);
      execute format('create policy all_companies on %I to qitao_system using (true) with check (true)', t.name);
    end if;
    if t.name in ('audit_log', 'change_log', 'stock_movement') then
      execute format('grant select, insert on %I to qitao_app', t.name);
    else
      execute format('grant select, insert, update, delete on %I to qitao_app', t.name);
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
