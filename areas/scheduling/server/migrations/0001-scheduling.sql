-- A plan is a version: the tasks of the one in force are production_task; every run leaves its record here.
create table plan_version (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  version_no integer not null,
  status smallint not null default 0,
  reason text not null,
  summary jsonb not null default '{}',
  mo_count integer not null default 0,
  task_count integer not null default 0,
  late_count integer not null default 0,
  -- tasks as stored by this version, for comparison and roll-back
  tasks jsonb not null default '[]',
  unique (org_id, version_no)
);
create table production_task (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  task_no text not null,
  mo_id uuid not null,
  operation_id uuid not null,
  sequence integer not null,
  process_id uuid not null,
  device_id uuid not null,
  setup_seconds integer not null default 0,
  -- setup begins at start_time - setup_seconds of working time; start_time to end_time is the run
  setup_start_time bigint not null,
  start_time bigint not null,
  end_time bigint not null,
  quantity numeric(20,6) not null check (quantity > 0),
  reported_quantity numeric(20,6) not null default 0,
  defective_quantity numeric(20,6) not null default 0,
  status smallint not null default 0,
  publish_status smallint not null default 0,
  published_start_time bigint,
  published_end_time bigint,
  published_device_id uuid,
  dispatch_status smallint not null default 0,
  workgroup_id uuid,
  capacity_locked boolean not null default false,
  actual_start_time bigint,
  actual_finish_time bigint,
  -- binding reasons of the planned start, from the engine
  reasons jsonb not null default '[]',
  unique (org_id, task_no),
  check (setup_start_time <= start_time),
  check (start_time < end_time),
  foreign key (org_id, mo_id) references mo (org_id, id) on delete cascade,
  foreign key (org_id, operation_id) references mo_operation (org_id, id) on delete cascade,
  foreign key (org_id, process_id) references process (org_id, id),
  foreign key (org_id, device_id) references device (org_id, id),
  foreign key (org_id, workgroup_id) references workgroup (org_id, id)
);
comment on table production_task is 'derived: written anew by each plan; plan_version keeps the history';
create index production_task_of_device on production_task (org_id, device_id, start_time);
create index production_task_of_mo on production_task (org_id, mo_id, sequence);
create index production_task_by_time on production_task (org_id, start_time);
-- Plans and drags of one company never interleave: the row is locked while one is saved and counts versions.
create table plan_head (
  org_id uuid primary key default app_org() references org (id),
  plan_version integer not null default 0,
  published_version integer not null default 0
);
