-- What order promises keep from others: supply and hours of machines. While the answer is kept (kept_until), and after it is
-- confirmed (kept_until null) until its order line is on work orders, which then hold their own.
create table supply_hold (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  primary key (org_id, id),
  inquiry_id uuid not null,
  order_line_id uuid not null,
  material_id uuid not null,
  -- inventory, purchase_order_line or mo, by source_type 1, 2, 4
  source_type smallint not null,
  source_id uuid not null,
  quantity numeric(20,6) not null check (quantity > 0),
  -- goes to the customer as it is, or is a component
  is_product boolean not null,
  kept_until bigint,
  foreign key (org_id, order_line_id) references sales_order_line (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id)
);
create index supply_hold_of_inquiry on supply_hold (org_id, inquiry_id);
create index supply_hold_of_source on supply_hold (org_id, source_id);
create table capacity_hold (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  primary key (org_id, id),
  inquiry_id uuid not null,
  order_line_id uuid not null,
  -- delivery of the line, from 1, for which it is made
  part integer not null,
  material_id uuid not null,
  process_id uuid not null,
  sequence integer not null,
  device_id uuid not null,
  setup_start_time bigint not null,
  start_time bigint not null,
  end_time bigint not null,
  quantity numeric(20,6) not null,
  kept_until bigint,
  foreign key (org_id, order_line_id) references sales_order_line (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, process_id) references process (org_id, id),
  foreign key (org_id, device_id) references device (org_id, id)
);
create index capacity_hold_of_inquiry on capacity_hold (org_id, inquiry_id);
create index capacity_hold_of_device on capacity_hold (org_id, device_id, setup_start_time);
