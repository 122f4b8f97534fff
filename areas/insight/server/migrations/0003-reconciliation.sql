-- What does not agree: found by a run, gone by itself or put right by a person, with the reason. Never deleted.
create table reconciliation_run (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  primary key (org_id, id),
  started_time bigint not null default epoch_now(),
  finished_time bigint,
  started_by uuid default app_user(),
  check_count integer not null default 0,
  difference_count integer not null default 0
);
create index reconciliation_run_by_time on reconciliation_run (org_id, started_time desc);
create table reconciliation_difference (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  run_id uuid not null,
  check_key text not null,
  object_id uuid not null,
  object_no text not null,
  subject text not null,
  expected text not null,
  actual text not null,
  -- 10 open, 20 put right, 30 gone by itself
  status smallint not null default 10,
  found_time bigint not null default epoch_now(),
  reason text,
  corrected_by uuid,
  corrected_time bigint,
  foreign key (org_id, run_id) references reconciliation_run (org_id, id)
);
create unique index reconciliation_difference_open on reconciliation_difference (org_id, check_key, object_id, subject) where status = 10;
create index reconciliation_difference_by_time on reconciliation_difference (org_id, status, found_time desc, id desc);
