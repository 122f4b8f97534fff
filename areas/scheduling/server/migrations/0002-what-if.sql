-- A calculation that is to end with the best plan so far: its job.
alter table plan_head add column stop_wanted uuid;
-- A plan that is tried without effect: which orders, with which priorities, and what came of it.
create table simulation_version (
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
  name text not null,
  status smallint not null default 0,
  objective text not null default 'delivery',
  -- orders that are placed anew
  mo_ids uuid[] not null default '{}',
  -- wished priorities by order
  priorities jsonb not null default '{}',
  -- version of the plan in force that it was calculated from
  base_version integer,
  calculated_time bigint,
  figures jsonb,
  -- the whole plan: tasks, and what it gives each order
  tasks jsonb not null default '[]',
  orders jsonb not null default '[]',
  unique (org_id, version_no)
);
