-- What an hour of a machine costs from a day on. A rate holds until the next of the same machine begins, so two never overlap.
create table machine_rate (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  device_id uuid not null,
  hourly_rate numeric(20,6) not null check (hourly_rate >= 0),
  valid_from bigint not null,
  remark text,
  constraint machine_rate_once unique (org_id, device_id, valid_from),
  foreign key (org_id, device_id) references device (org_id, id) on delete cascade
);
