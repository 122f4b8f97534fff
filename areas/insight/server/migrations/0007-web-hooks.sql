-- Addresses of other systems that are told what happens, in which kinds of events each is interested.
create table web_hook (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  name text not null,
  address text not null,
  kinds text[] not null,
  status smallint not null default 1
);
-- Beside the hook: its version and its history are of what people write, and no history holds the secret.
create table web_hook_channel (
  org_id uuid not null default app_org() references org (id),
  hook_id uuid not null,
  primary key (org_id, hook_id),
  foreign key (org_id, hook_id) references web_hook (org_id, id) on delete cascade,
  -- What its messages are signed with.
  secret text not null,
  -- Changes of these tables are noted for it; none while it is off.
  tables text[] not null default '{}',
  failing_since bigint
);
-- What has changed and may be an event, noted by the transaction that changes it.
create table web_hook_note (
  org_id uuid not null references org (id),
  id bigint generated always as identity,
  primary key (org_id, id),
  at bigint not null default epoch_now(),
  table_name text not null,
  -- of change_log
  change_id bigint,
  -- of tables without a history
  subject_id uuid
);
-- One event for one hook. `body` is what is signed and sent, the same each time.
create table web_hook_delivery (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  primary key (org_id, id),
  hook_id uuid not null,
  event_id uuid not null,
  kind text not null,
  subject text,
  body text not null,
  status smallint not null default 0,
  attempts integer not null default 0,
  created_time bigint not null default epoch_now(),
  -- when somebody sent it again
  again_time bigint,
  due_time bigint not null default epoch_now(),
  tried_time bigint,
  answer_code integer,
  fault text,
  said text,
  took_ms integer,
  foreign key (org_id, hook_id) references web_hook (org_id, id) on delete cascade
);
create index web_hook_delivery_of_hook on web_hook_delivery (org_id, hook_id, created_time desc, id desc);
create index web_hook_delivery_by_time on web_hook_delivery (org_id, created_time desc, id desc);
create index web_hook_delivery_due on web_hook_delivery (due_time) where status = 0;
create index web_hook_delivery_age on web_hook_delivery using brin (created_time);

-- Begins the work with the commit. A word of the transaction's own: nobody waits for another one's job, and none is missed.
create function start_web_hooks(company uuid) returns void language sql as $$
  insert into job (org_id, id, job_type, input, created_by, coalesce_key)
    values (company, gen_random_uuid(), 'web_hook', '{}', null, 'web_hook ' || pg_current_xact_id())
    on conflict (org_id, coalesce_key) where status = 0 and coalesce_key is not null do nothing;
  select pg_notify('qitao_jobs', '');
$$;

-- Changes that move a document to another state; a receipt also when it stays partly done, as each posting touches it. Not of
-- sample data as they are made.
create function note_change_for_web_hooks() returns trigger language plpgsql as $$
declare companies uuid[];
begin
  if app_sample() then return null; end if;
  with noted as (
    insert into web_hook_note (org_id, at, table_name, change_id)
      select n.org_id, n.at, n.table_name, n.id from new_rows n
      where n.operation <> 'DELETE'
        and (n.operation = 'INSERT' or n.table_name = 'receipt' or n.old_row -> 'status' is distinct from n.new_row -> 'status')
        and exists (select from web_hook_channel c where c.org_id = n.org_id and n.table_name = any(c.tables))
      returning org_id)
  select array_agg(distinct org_id) into companies from noted;
  perform start_web_hooks(company) from unnest(companies) as company;
  return null;
end $$;
create trigger note_for_web_hooks after insert on change_log referencing new table as new_rows
  for each statement execute function note_change_for_web_hooks();

-- The same of tables without a history: that a row is written is the event. The argument: the column that says about what.
create function note_row_for_web_hooks() returns trigger language plpgsql as $func$
declare companies uuid[];
begin
  if app_sample() then return null; end if;
  execute format('with noted as (
      insert into web_hook_note (org_id, table_name, subject_id)
        select n.org_id, $1, n.%I from new_rows n
        where exists (select from web_hook_channel c where c.org_id = n.org_id and $1 = any(c.tables))
        returning org_id)
    select array_agg(distinct org_id) from noted', tg_argv[0]) into companies using tg_table_name::text;
  perform start_web_hooks(company) from unnest(companies) as company;
  return null;
end $func$;
create trigger note_for_web_hooks after insert on stock_bound_told referencing new table as new_rows
  for each statement execute function note_row_for_web_hooks('bound_id');
create trigger note_for_web_hooks after insert on material_bound_told referencing new table as new_rows
  for each statement execute function note_row_for_web_hooks('material_id');
create trigger note_for_web_hooks after insert on plan_version referencing new table as new_rows
  for each statement execute function note_row_for_web_hooks('id');
