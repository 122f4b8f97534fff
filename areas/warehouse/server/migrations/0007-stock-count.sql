-- A count of what is in stock: which bins, how, and what came of it.
create table inventory_count (
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
  status smallint not null,
  warehouse_id uuid not null,
  -- Empty: all bins of the warehouse.
  location_ids uuid[] not null default '{}',
  count_date bigint not null,
  blind boolean not null,
  frozen boolean not null,
  -- Differences above so many hundredths of the book are counted again by somebody else; null: none are.
  recount_percent integer check (recount_percent >= 0),
  operator_id uuid,
  started_time bigint,
  ended_time bigint,
  remark text,
  unique (org_id, no),
  foreign key (org_id, warehouse_id) references warehouse (org_id, id)
);
create index inventory_count_by_time on inventory_count (org_id, created_time desc, id desc);
-- What one balance was when the count began, what was found, and what the books said at the moment when it was found.
create table count_line (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  count_id uuid not null,
  line_no integer not null,
  material_id uuid not null,
  location_id uuid not null,
  lot_number text not null default '',
  quality_status smallint not null default 0,
  container_id uuid,
  book_quantity numeric(20,6) not null,
  first_quantity numeric(20,6) check (first_quantity >= 0),
  first_book numeric(20,6),
  first_by uuid,
  first_time bigint,
  second_quantity numeric(20,6) check (second_quantity >= 0),
  second_book numeric(20,6),
  second_by uuid,
  second_time bigint,
  counted_quantity numeric(20,6) generated always as (coalesce(second_quantity, first_quantity)) stored,
  difference numeric(20,6) generated always as (coalesce(second_quantity - second_book, first_quantity - first_book)) stored,
  remark text,
  unique (org_id, count_id, line_no),
  unique nulls not distinct (org_id, count_id, material_id, location_id, lot_number, quality_status, container_id),
  foreign key (org_id, count_id) references inventory_count (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, location_id) references location (org_id, id),
  foreign key (org_id, container_id) references container (org_id, id)
);
create index count_line_of_material on count_line (org_id, material_id);
create index count_line_of_location on count_line (org_id, location_id);
create index count_line_of_container on count_line (org_id, container_id) where container_id is not null;
-- Found by how the number begins.
create index inventory_count_by_number on inventory_count (org_id, no collate "C");
create index transfer_by_number on transfer (org_id, no collate "C");
