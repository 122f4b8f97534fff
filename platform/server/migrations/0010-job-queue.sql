-- The job table is the queue. What a job is, in which lane it runs and what it waits for, its handler declares.
drop schema if exists pgboss cascade;
-- The owner of the tables ends the jobs of all companies; the walls stand again when the tables are secured.
alter table job no force row level security;
drop index job_latest;
alter table job
  drop column heartbeat_time,
  -- while it waits, what is asked with the same key is added to it
  add column coalesce_key text,
  -- not before; of what waits the oldest is the first
  add column due_time bigint not null default epoch_now(),
  -- the session of the worker that has it: as long as that lasts, its advisory lock is held
  add column worker integer,
  add column attempts smallint not null default 0;
update job set status = 3, error_code = 6101, finished_time = epoch_now(),
  message = '{"zh": "后台服务已停止，请重试", "en": "The background service stopped, please try again"}' where status = 1;

create index job_waiting on job (job_type, org_id, due_time, id) where status = 0;
create index job_running on job (org_id) where status = 1;
create unique index job_coalesced on job (org_id, coalesce_key) where status = 0 and coalesce_key is not null;
create index job_latest on job (org_id, created_time desc, id desc);
create index job_own on job (org_id, created_by, created_time desc, id desc);
create index job_ended on job (finished_time) where status > 1;

-- What is asked twice of one job: lists are united, of anything else the latest counts.
create function joined_inputs(earlier jsonb, later jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, case
    when jsonb_typeof(earlier -> key) = 'array' and jsonb_typeof(later -> key) = 'array' then
      (select coalesce(jsonb_agg(distinct one), '[]') from jsonb_array_elements((earlier -> key) || (later -> key)) as one)
    else coalesce(later -> key, earlier -> key) end), '{}')
  from jsonb_object_keys(earlier || later) as key
$$;

-- What grows by a row for each call goes by its age; rows lie in the order of their making.
create index idempotency_key_by_age on idempotency_key using brin (created_time);
create index audit_log_by_age on audit_log using brin (at);
create index change_log_by_age on change_log using brin (at);
