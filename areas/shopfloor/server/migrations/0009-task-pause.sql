-- A task that rests: from when until when, and why. What is open has no end; a task rests once at a time.
create table task_pause (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  task_id uuid not null,
  reason smallint not null,
  remark text,
  from_time bigint not null,
  to_time bigint,
  resumed_by uuid,
  check (to_time >= from_time),
  foreign key (org_id, task_id) references production_task (org_id, id) on delete cascade,
  foreign key (org_id, resumed_by) references app_user (org_id, id)
);
create unique index task_pause_open on task_pause (org_id, task_id) where to_time is null;
create index task_pause_of_task on task_pause (org_id, task_id, from_time);
create index task_pause_by_time on task_pause (org_id, from_time);
