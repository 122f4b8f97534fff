-- What a bin is for, how much it takes, whether it mixes lots, and where it lies on the walk through the warehouse.
alter table location
  add column type text not null default 'storage',
  add column capacity numeric(20,6) check (capacity > 0),
  add column mixed_lots boolean not null default true,
  add column route_order integer check (route_order > 0);
-- Materials that have a bin of their own: nothing else is put there. Below the minimum it is filled up to the maximum.
create table fixed_bin (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  location_id uuid not null,
  material_id uuid not null,
  min_quantity numeric(20,6) check (min_quantity >= 0),
  max_quantity numeric(20,6) check (max_quantity > 0),
  constraint fixed_bin_bounds check (min_quantity <= max_quantity),
  unique (org_id, material_id, location_id),
  foreign key (org_id, location_id) references location (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id)
);
create index fixed_bin_of_location on fixed_bin (org_id, location_id);
