-- Boxes and pallets. Stock in one is a balance of its own, beside what lies loose in the bin.
create table container_type (
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
  specs text,
  capacity numeric(20,6) check (capacity > 0),
  remark text,
  unique (org_id, code),
  unique (org_id, name)
);
create table container (
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
  container_type_id uuid not null,
  location_id uuid,
  status smallint not null default 1,
  remark text,
  unique (org_id, code),
  foreign key (org_id, container_type_id) references container_type (org_id, id),
  foreign key (org_id, location_id) references location (org_id, id)
);
create index container_of_type on container (org_id, container_type_id);
create index container_of_location on container (org_id, location_id);

alter table inventory add column container_id uuid;
alter table inventory add foreign key (org_id, container_id) references container (org_id, id);
alter table inventory drop constraint inventory_org_id_material_id_location_id_lot_number_quality_key;
alter table inventory add constraint inventory_place_key
  unique nulls not distinct (org_id, material_id, location_id, lot_number, quality_status, container_id);
create index inventory_of_container on inventory (org_id, container_id) where container_id is not null;
alter table stock_movement add column container_id uuid;
