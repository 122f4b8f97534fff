create table sales_order (
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
  order_type text not null default '1',
  status smallint not null default 0,
  customer_id uuid,
  customer_order_no text,
  source text not null default 'manual',
  order_date bigint not null,
  delivery_date bigint not null,
  offset_flag smallint not null default 0,
  main_product_num numeric(20,6),
  priority integer not null default 100,
  currency text,
  tax_rate numeric(20,6),
  total_amount numeric(20,4),
  owner_id uuid,
  planned_finish_time bigint,
  deleted boolean not null default false,
  deleted_time bigint,
  deleted_by uuid,
  remark text,
  unique (org_id, no),
  foreign key (org_id, customer_id) references customer (org_id, id)
);
create index sales_order_by_date on sales_order (org_id, deleted, order_date desc, id desc);
create index sales_order_by_status on sales_order (org_id, deleted, status, order_date desc, id desc);
create index sales_order_by_delivery on sales_order (org_id, deleted, delivery_date, id);
create index sales_order_of_customer on sales_order (org_id, customer_id);
create table sales_order_line (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  order_id uuid not null,
  line_no integer not null,
  material_id uuid not null,
  quantity numeric(20,6) not null check (quantity > 0),
  price numeric(20,4),
  amount numeric(20,4),
  delivery_date bigint,
  -- covered by stock instead of production
  offset_quantity numeric(20,6) not null default 0,
  planned_finish_time bigint,
  -- for which MOs were made
  planned_quantity numeric(20,6) not null default 0,
  produced_quantity numeric(20,6) not null default 0,
  inbound_quantity numeric(20,6) not null default 0,
  shipped_quantity numeric(20,6) not null default 0,
  status smallint not null default 0,
  remark text,
  unique (org_id, order_id, line_no),
  foreign key (org_id, order_id) references sales_order (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id)
);
create index sales_order_line_of_material on sales_order_line (org_id, material_id);
