-- What the books say of one place in stock is put right, with a reason; what is worth more than a limit waits for its approval.
create table stock_adjustment (
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
  material_id uuid not null,
  location_id uuid not null,
  lot_number text not null default '',
  quality_status smallint not null,
  container_id uuid,
  book_quantity numeric(20,6) not null,
  quantity numeric(20,6) not null check (quantity >= 0),
  difference numeric(20,6) not null check (difference <> 0 and difference = quantity - book_quantity),
  -- The words of the reason, whatever becomes of the list of reasons.
  reason text not null,
  serial_numbers text[] not null default '{}',
  -- Null: its material has no price.
  value numeric(20,6),
  posted_time bigint,
  remark text,
  unique (org_id, no),
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, location_id) references location (org_id, id),
  foreign key (org_id, container_id) references container (org_id, id)
);
create index stock_adjustment_by_time on stock_adjustment (org_id, created_time desc, id desc);
create index stock_adjustment_by_number on stock_adjustment (org_id, no collate "C");
create index stock_adjustment_of_material on stock_adjustment (org_id, material_id);
create index stock_adjustment_of_location on stock_adjustment (org_id, location_id);
create index stock_adjustment_of_container on stock_adjustment (org_id, container_id) where container_id is not null;
-- One place has one adjustment that waits.
create unique index stock_adjustment_waiting on stock_adjustment (org_id, material_id, location_id, lot_number, quality_status, container_id)
  nulls not distinct where status = 10;
create table adjust_reason (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  name text not null,
  constraint adjust_reason_once unique (org_id, name)
);
