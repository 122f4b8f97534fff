-- What the floor asks the planner to change: the wish, what it would have done when it was asked, and the answer.
create table plan_change_request (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  no text not null,
  status smallint not null default 0,
  kind smallint not null,
  reason smallint not null,
  remark text,
  asked_by uuid not null,
  asked_time bigint not null,
  effect jsonb not null,
  decided_by uuid,
  decided_time bigint,
  answer text,
  outdated_cause smallint,
  outdated_task_no text,
  constraint plan_change_request_no unique (org_id, no),
  foreign key (org_id, asked_by) references app_user (org_id, id),
  foreign key (org_id, decided_by) references app_user (org_id, id)
);
create index plan_change_request_by_time on plan_change_request (org_id, asked_time desc, id desc);
create index plan_change_request_open on plan_change_request (org_id, id) where status = 0;

-- A task as it stood when it was asked for, in names that stay when it is gone, and where it is wished.
create table plan_change_task (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  request_id uuid not null,
  line_no integer not null,
  task_id uuid not null,
  task_no text not null,
  mo_id uuid not null,
  mo_no text not null,
  process_name text not null,
  device_id uuid not null,
  machine_no text not null,
  start_time bigint not null,
  end_time bigint not null,
  quantity numeric(20, 6) not null,
  to_machine_no text,
  to_start_time bigint,
  to_quantity numeric(20, 6),
  foreign key (org_id, request_id) references plan_change_request (org_id, id) on delete cascade
);
create index plan_change_task_by_request on plan_change_task (org_id, request_id, line_no);
