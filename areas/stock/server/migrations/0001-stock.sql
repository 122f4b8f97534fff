-- The ledger: movements are only ever added; balances change in the same transaction.
create table warehouse (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  code text not null,
  name text not null,
  type text,
  address text,
  status smallint not null default 1,
  remark text,
  unique (org_id, code)
);
create table location (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  warehouse_id uuid not null,
  code text not null,
  name text,
  area text,
  status smallint not null default 1,
  remark text,
  unique (org_id, warehouse_id, code),
  foreign key (org_id, warehouse_id) references warehouse (org_id, id)
);
-- One balance for a material in a bin, lot and quality. occupied: taken for work orders, not yet issued.
create table inventory (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  material_id uuid not null,
  location_id uuid not null,
  lot_number text not null default '',
  quality_status smallint not null default 0,
  quantity numeric(20,6) not null default 0,
  occupied_quantity numeric(20,6) not null default 0,
  supplier_id uuid,
  first_in_time bigint not null default epoch_now(),
  expire_time bigint,
  updated_time bigint not null default epoch_now(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  unique (org_id, material_id, location_id, lot_number, quality_status),
  check (quantity >= 0),
  check (occupied_quantity >= 0),
  check (occupied_quantity <= quantity),
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, location_id) references location (org_id, id),
  foreign key (org_id, supplier_id) references supplier (org_id, id)
);
create table stock_movement (
  org_id uuid not null default app_org() references org (id),
  id bigint generated always as identity,
  inventory_id uuid not null,
  movement_type smallint not null,
  material_id uuid not null,
  -- signed: positive into stock
  quantity numeric(20,6) not null check (quantity <> 0),
  balance numeric(20,6) not null,
  location_id uuid not null,
  lot_number text not null default '',
  quality_status smallint not null default 0,
  receipt_no text,
  source_type text,
  source_id uuid,
  mo_id uuid,
  movement_time bigint not null default epoch_now(),
  operator_id uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  foreign key (org_id, inventory_id) references inventory (org_id, id),
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, location_id) references location (org_id, id)
);
create index stock_movement_of_material on stock_movement (org_id, material_id, id desc);
create index stock_movement_of_inventory on stock_movement (org_id, inventory_id);
create index stock_movement_of_source on stock_movement (org_id, source_id);
