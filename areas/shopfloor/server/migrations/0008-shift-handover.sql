-- A shift of a group is handed over to whoever goes on: what is open then, as it was, and when it was taken.
create table shift_handover (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  workgroup_id uuid not null,
  shift_name text not null,
  start_time bigint not null,
  end_time bigint not null,
  status smallint not null default 0,
  giver_id uuid not null,
  taker_id uuid not null,
  given_time bigint not null,
  taken_time bigint,
  note text,
  answer text,
  -- tasks, calls for help and stops of that moment, with their numbers and names: they go on, this stays
  open_work jsonb not null,
  constraint shift_handover_once unique (org_id, workgroup_id, start_time, end_time),
  foreign key (org_id, workgroup_id) references workgroup (org_id, id),
  foreign key (org_id, giver_id) references app_user (org_id, id),
  foreign key (org_id, taker_id) references app_user (org_id, id)
);
create index shift_handover_by_time on shift_handover (org_id, given_time desc, id desc);
