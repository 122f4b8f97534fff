-- Goods that go from one bin to another.
create table transfer (
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
  status text not null,
  from_warehouse_id uuid,
  to_warehouse_id uuid,
  transfer_date bigint not null,
  operator_id uuid,
  remark text,
  custom jsonb not null default '{}',
  unique (org_id, no),
  foreign key (org_id, from_warehouse_id) references warehouse (org_id, id),
  foreign key (org_id, to_warehouse_id) references warehouse (org_id, id)
);
create index transfer_by_time on transfer (org_id, created_time desc, id desc);
create table transfer_line (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  transfer_id uuid not null,
  line_no integer not null,
  material_id uuid not null,
  quantity numeric(20,6) not null check (quantity > 0),
  from_location_id uuid not null,
  to_location_id uuid not null,
  lot_number text,
  unique (org_id, transfer_id, line_no),
  check (from_location_id <> to_location_id),
  foreign key (org_id, transfer_id) references transfer (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, from_location_id) references location (org_id, id),
  foreign key (org_id, to_location_id) references location (org_id, id)
);
create index transfer_line_of_material on transfer_line (org_id, material_id);
