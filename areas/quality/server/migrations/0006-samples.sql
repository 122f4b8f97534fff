-- Which piece each of the sample is, where pieces have numbers.
create table qc_sample (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  task_id uuid not null,
  sample_no integer not null,
  serial_no text not null,
  unique (org_id, task_id, sample_no),
  foreign key (org_id, task_id) references qc_task (org_id, id) on delete cascade
);
create index qc_sample_of_piece on qc_sample (org_id, serial_no);
