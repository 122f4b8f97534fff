create table task_assignee (
  org_id uuid not null default app_org() references org (id),
  task_id uuid not null,
  user_id uuid not null,
  primary key (org_id, task_id, user_id),
  foreign key (org_id, task_id) references production_task (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references app_user (org_id, id)
);
create index task_assignee_of_user on task_assignee (org_id, user_id);
create table report_record (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  report_no text not null,
  task_id uuid not null,
  mo_id uuid not null,
  operation_id uuid not null,
  process_id uuid not null,
  device_id uuid,
  finished_quantity numeric(20,6) not null default 0,
  defective_quantity numeric(20,6) not null default 0,
  defect_reason text,
  work_seconds integer not null default 0,
  inputs jsonb not null default '[]',
  user_ids uuid[] not null default '{}',
  report_time bigint not null,
  -- when the tablet says it happened
  device_time bigint,
  finishes_task boolean not null default false,
  revoked boolean not null default false,
  remark text,
  unique (org_id, report_no),
  foreign key (org_id, task_id) references production_task (org_id, id),
  foreign key (org_id, mo_id) references mo (org_id, id),
  foreign key (org_id, operation_id) references mo_operation (org_id, id),
  foreign key (org_id, process_id) references process (org_id, id),
  foreign key (org_id, device_id) references device (org_id, id)
);
create index report_record_of_task on report_record (org_id, task_id);
create index report_record_of_mo on report_record (org_id, mo_id);
create index report_record_by_time on report_record (org_id, report_time desc, id desc);
