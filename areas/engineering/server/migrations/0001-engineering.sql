-- How goods are made: routing, bills of materials, times on machines and between them.
create table routing (
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
  material_id uuid,
  version text not null default '1',
  status smallint not null default 1,
  remark text,
  unique (org_id, code, version),
  foreign key (org_id, material_id) references material (org_id, id)
);
create index routing_of_material on routing (org_id, material_id);
create table routing_step (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  routing_id uuid not null,
  sequence integer not null,
  process_id uuid not null,
  -- pieces handed on at a time; null: the next step waits for all
  overlap_quantity numeric(20,6),
  wait_seconds integer not null default 0,
  unique (org_id, routing_id, sequence),
  foreign key (org_id, routing_id) references routing (org_id, id) on delete cascade,
  foreign key (org_id, process_id) references process (org_id, id)
);
create table material_bom (
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
  material_id uuid not null,
  version text not null,
  expiry_time bigint,
  base_quantity numeric(20,6) not null default 1 check (base_quantity > 0),
  status smallint not null default 0,
  is_default boolean not null default false,
  remark text,
  unique (org_id, material_id, version),
  unique (org_id, code, version),
  check (not is_default or status = 1),
  foreign key (org_id, material_id) references material (org_id, id)
);
create unique index material_bom_default on material_bom (org_id, material_id) where is_default;
create table material_bom_line (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  bom_id uuid not null,
  line_no integer not null,
  material_id uuid not null,
  quantity numeric(20,6) not null check (quantity > 0),
  -- 0..1, on top of quantity
  scrap_rate numeric(20,6) not null default 0,
  -- [{material_id, ratio}] in order of preference; ratio: substitute quantity for one of the component
  substitutes jsonb not null default '[]',
  position text,
  remark text,
  unique (org_id, bom_id, line_no),
  unique (org_id, bom_id, material_id),
  foreign key (org_id, bom_id) references material_bom (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id)
);
create index material_bom_line_where_used on material_bom_line (org_id, material_id);
create index material_bom_line_substitutes on material_bom_line using gin (substitutes jsonb_path_ops);
create table manufacturing_bom (
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
  material_id uuid not null,
  material_bom_id uuid,
  routing_id uuid,
  version text not null,
  mode text not null default 'simple',
  status smallint not null default 0,
  is_default boolean not null default false,
  remark text,
  unique (org_id, material_id, version),
  check (not is_default or status = 1),
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, material_bom_id) references material_bom (org_id, id),
  foreign key (org_id, routing_id) references routing (org_id, id)
);
create unique index manufacturing_bom_default on manufacturing_bom (org_id, material_id) where is_default;
create table manufacturing_bom_node (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  bom_id uuid not null,
  -- order of the work: 10, 20, ...
  ordering_node integer not null,
  next_nodes integer[] not null default '{}',
  process_id uuid not null,
  -- [{material_id, quantity}] consumed at this process, for the base quantity of the material BoM (1 without one)
  inputs jsonb not null default '[]',
  outputs jsonb not null default '[]',
  overlap_quantity numeric(20,6),
  wait_seconds integer not null default 0,
  unique (org_id, bom_id, ordering_node),
  foreign key (org_id, bom_id) references manufacturing_bom (org_id, id) on delete cascade,
  foreign key (org_id, process_id) references process (org_id, id)
);
create table cycle_time (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  material_id uuid,
  process_id uuid not null,
  device_id uuid,
  -- per_piece, per_batch, pieces_per_hour: how it was measured; what is stored is always the next two
  type text not null default 'per_piece',
  -- seconds for batch_quantity pieces at full efficiency
  cycle_seconds numeric(20,6) not null check (cycle_seconds > 0),
  batch_quantity numeric(20,6) not null default 1 check (batch_quantity > 0),
  setup_seconds integer not null default 0 check (setup_seconds >= 0),
  employees integer not null default 1,
  expected_oee numeric(20,6) not null default 1 check (expected_oee > 0 and expected_oee <= 1),
  status smallint not null default 1,
  remark text,
  unique nulls not distinct (org_id, material_id, process_id, device_id),
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, process_id) references process (org_id, id),
  foreign key (org_id, device_id) references device (org_id, id)
);
create index cycle_time_of_process on cycle_time (org_id, process_id);
create table change_line (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  device_id uuid,
  from_material_id uuid,
  to_material_id uuid,
  from_series text,
  to_series text,
  change_seconds integer not null check (change_seconds >= 0),
  remark text,
  unique nulls not distinct (org_id, device_id, from_material_id, to_material_id, from_series, to_series),
  foreign key (org_id, device_id) references device (org_id, id),
  foreign key (org_id, from_material_id) references material (org_id, id),
  foreign key (org_id, to_material_id) references material (org_id, id)
);
