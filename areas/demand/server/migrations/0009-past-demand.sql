-- What was asked for before orders were kept here, as another system knew it.
create table demand_past (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  material_id uuid not null,
  day bigint not null,
  quantity numeric(20,6) not null check (quantity > 0),
  unique (org_id, material_id, day),
  foreign key (org_id, material_id) references material (org_id, id) on delete cascade
);
create index demand_past_by_day on demand_past (org_id, day);
