-- What suppliers make of our work orders, of our material.
create table outsource_order (
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
  order_date bigint not null,
  currency text not null,
  -- The latest of the lines.
  eta bigint,
  total_amount numeric(20,2),
  settled_time bigint,
  -- Why material was written off.
  settle_reason text,
  remark text,
  custom jsonb not null default '{}',
  unique (org_id, no),
  foreign key (org_id, supplier_id) references supplier (org_id, id)
);
create index outsource_order_by_time on outsource_order (org_id, created_time desc, id desc);
create index outsource_order_by_number on outsource_order (org_id, no collate "C");
create index outsource_order_of_supplier on outsource_order (org_id, supplier_id);
-- One operation of a work order; where all of it is made outside it has no other.
create table outsource_order_line (
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
  mo_id uuid not null,
  operation_id uuid not null,
  material_id uuid not null,
  quantity numeric(20,6) not null check (quantity > 0),
  price numeric(20,6) check (price >= 0),
  amount numeric(20,2),
  eta bigint,
  sent_quantity numeric(20,6) not null default 0,
  received_quantity numeric(20,6) not null default 0,
  -- Did not come back, or was bad when it did.
  loss_quantity numeric(20,6) not null default 0,
  -- Came back and failed by inspection.
  failed_quantity numeric(20,6) not null default 0,
  remark text,
  unique (org_id, order_id, line_no),
  check (sent_quantity <= quantity),
  check (received_quantity + loss_quantity <= sent_quantity),
  check (failed_quantity <= received_quantity),
  foreign key (org_id, order_id) references outsource_order (org_id, id) on delete cascade,
  foreign key (org_id, mo_id) references mo (org_id, id),
  foreign key (org_id, operation_id) references mo_operation (org_id, id),
  foreign key (org_id, material_id) references material (org_id, id)
);
create index outsource_order_line_of_operation on outsource_order_line (org_id, operation_id);
create index outsource_order_line_of_mo on outsource_order_line (org_id, mo_id);
create index outsource_order_line_of_material on outsource_order_line (org_id, material_id);
-- Our material at the supplier, for one line; what is left is what the ledger has there for it.
create table outsource_material (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  line_id uuid not null,
  material_id uuid not null,
  sent_quantity numeric(20,6) not null default 0,
  used_quantity numeric(20,6) not null default 0,
  returned_quantity numeric(20,6) not null default 0,
  lost_quantity numeric(20,6) not null default 0,
  unique (org_id, line_id, material_id),
  check (used_quantity + returned_quantity + lost_quantity <= sent_quantity),
  foreign key (org_id, line_id) references outsource_order_line (org_id, id),
  foreign key (org_id, material_id) references material (org_id, id)
);
create index outsource_material_of_material on outsource_material (org_id, material_id);
-- Pieces that have come back together.
create table outsource_receipt (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  line_id uuid not null,
  status smallint not null,
  received_time bigint not null,
  quantity numeric(20,6) not null check (quantity >= 0),
  loss_quantity numeric(20,6) not null default 0 check (loss_quantity >= 0),
  loss_reason text,
  good_quantity numeric(20,6) not null default 0,
  failed_quantity numeric(20,6) not null default 0,
  -- What the pieces had used: material, lot, quantity.
  used jsonb not null default '[]',
  report_ids uuid[] not null default '{}',
  check (quantity + loss_quantity > 0),
  foreign key (org_id, line_id) references outsource_order_line (org_id, id)
);
create index outsource_receipt_of_line on outsource_receipt (org_id, line_id);
