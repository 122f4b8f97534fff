-- Somebody at a machine calls for help; how long it takes until somebody comes, and until it is over.
create table andon_call (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  -- a plan may drop the task; the call was made all the same
  task_id uuid,
  mo_id uuid not null,
  process_id uuid not null,
  device_id uuid not null,
  cause smallint not null,
  status smallint not null default 0,
  remark text,
  called_time bigint not null,
  called_by uuid not null,
  -- whom it was told to
  rung_ids uuid[] not null default '{}',
  answered_time bigint,
  answered_by uuid,
  closed_time bigint,
  closed_by uuid,
  remedy text,
  foreign key (org_id, task_id) references production_task (org_id, id) on delete set null (task_id),
  foreign key (org_id, mo_id) references mo (org_id, id) on delete cascade,
  foreign key (org_id, process_id) references process (org_id, id),
  foreign key (org_id, device_id) references device (org_id, id),
  foreign key (org_id, called_by) references app_user (org_id, id),
  foreign key (org_id, answered_by) references app_user (org_id, id),
  foreign key (org_id, closed_by) references app_user (org_id, id)
);
create index andon_call_by_time on andon_call (org_id, called_time desc, id desc);
create index andon_call_of_task on andon_call (org_id, task_id);
create index andon_call_of_mo on andon_call (org_id, mo_id);
-- The same call is not made twice while it is open.
create unique index andon_call_open on andon_call (org_id, task_id, cause) where status <> 20;
