-- What a warehouse is to have of a material at least and at most, and since when people know that it has less.
create table stock_bound (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  material_id uuid not null,
  warehouse_id uuid not null,
  lower_quantity numeric(20,6) not null check (lower_quantity > 0),
  upper_quantity numeric(20,6),
  told_time bigint,
  constraint stock_bound_order check (upper_quantity > lower_quantity),
  constraint stock_bound_once unique (org_id, material_id, warehouse_id),
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, warehouse_id) references warehouse (org_id, id) on delete cascade
);
create index stock_bound_of_warehouse on stock_bound (org_id, warehouse_id);
