-- What is announced of open purchase order lines: one vehicle, one day.
create table arrival (
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
  supplier_id uuid not null,
  planned_date bigint not null,
  time_window text,
  dock text,
  carrier text,
  vehicle text,
  operator_id uuid,
  remark text,
  unique (org_id, no),
  foreign key (org_id, supplier_id) references supplier (org_id, id)
);
create index arrival_by_time on arrival (org_id, created_time desc, id desc);
create index arrival_by_day on arrival (org_id, planned_date);
create table arrival_line (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  arrival_id uuid not null,
  line_no integer not null,
  order_line_id uuid not null,
  material_id uuid not null,
  quantity numeric(20,6) not null check (quantity > 0),
  received_quantity numeric(20,6) not null default 0 check (received_quantity >= 0 and received_quantity <= quantity),
  lot_number text,
  container_count integer check (container_count > 0),
  unique (org_id, arrival_id, line_no),
  foreign key (org_id, arrival_id) references arrival (org_id, id) on delete cascade,
  foreign key (org_id, order_line_id) references purchase_order_line (org_id, id),
  foreign key (org_id, material_id) references material (org_id, id)
);
create index arrival_line_of_order_line on arrival_line (org_id, order_line_id);
create index arrival_line_of_material on arrival_line (org_id, material_id);
