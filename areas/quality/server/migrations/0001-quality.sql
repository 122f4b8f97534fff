-- Inspection: what is looked at (methods), of which goods how much (plans), and each lot that is inspected (tasks).
create table qc_method (
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
  remark text,
  unique (org_id, code)
);
create table qc_item (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  method_id uuid not null,
  line_no integer not null,
  name text not null,
  kind smallint not null,
  defect_class smallint not null,
  standard text,
  lower_limit numeric(20,6),
  upper_limit numeric(20,6),
  unit text,
  choices text,
  good_choices text,
  tool text,
  required boolean not null,
  unique (org_id, method_id, line_no),
  check (lower_limit < upper_limit),
  foreign key (org_id, method_id) references qc_method (org_id, id) on delete cascade
);
create table qc_scheme (
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
  version integer not null default 1,
  status smallint not null default 0,
  qc_type smallint not null,
  -- Scope; null: any.
  material_id uuid,
  type_id uuid,
  supplier_id uuid,
  method_id uuid not null,
  sampling smallint not null,
  sample_size integer check (sample_size > 0),
  inspection_level text,
  aql text,
  skip_after integer,
  skip_one_in integer,
  release_hours integer not null,
  remark text,
  released_time bigint,
  unique (org_id, code, version),
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, type_id) references material_type (org_id, id),
  foreign key (org_id, supplier_id) references supplier (org_id, id),
  foreign key (org_id, method_id) references qc_method (org_id, id)
);
-- Of one scope one plan is in force.
create unique index qc_scheme_in_force on qc_scheme (org_id, qc_type, material_id, type_id, supplier_id) nulls not distinct where status = 1;
create index qc_scheme_of_method on qc_scheme (org_id, method_id);
create index qc_scheme_of_material on qc_scheme (org_id, material_id) where material_id is not null;
create index qc_scheme_of_type on qc_scheme (org_id, type_id) where type_id is not null;
create index qc_scheme_of_supplier on qc_scheme (org_id, supplier_id) where supplier_id is not null;
-- One lot. The goods are where it says, of the quality "to inspect" until it is judged; a lot that is not inspected was never held.
create table qc_task (
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
  qc_type smallint not null,
  status smallint not null default 0,
  result smallint,
  material_id uuid not null,
  quantity numeric(20,6) not null check (quantity > 0),
  lot_number text not null default '',
  location_id uuid not null,
  supplier_id uuid,
  -- The receipt that brought it.
  source_id uuid not null,
  source_no text not null,
  scheme_id uuid,
  severity text,
  code_letter text,
  sample_size integer not null,
  accept_number integer not null,
  reject_number integer not null,
  due_time bigint not null,
  inspector_id uuid,
  judged_time bigint,
  nonconforming integer,
  -- What sampling said of the lot, whatever became of it.
  accepted boolean,
  passed_quantity numeric(20,6) not null default 0,
  concession_quantity numeric(20,6) not null default 0,
  failed_quantity numeric(20,6) not null default 0,
  disposed_quantity numeric(20,6) not null default 0,
  reason text,
  remark text,
  unique (org_id, no),
  check (status < 2 or result = 5 or passed_quantity + concession_quantity + failed_quantity = quantity),
  check (disposed_quantity between 0 and failed_quantity),
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, location_id) references location (org_id, id),
  foreign key (org_id, supplier_id) references supplier (org_id, id),
  foreign key (org_id, scheme_id) references qc_scheme (org_id, id)
);
create index qc_task_by_time on qc_task (org_id, created_time desc, id desc);
create index qc_task_by_number on qc_task (org_id, no collate "C");
create index qc_task_open on qc_task (org_id, due_time) where status < 2;
-- A series of lots, as the switching rules look back on it.
create index qc_task_of_series on qc_task (org_id, material_id, supplier_id, judged_time) where status = 2;
create index qc_task_of_scheme on qc_task (org_id, scheme_id) where scheme_id is not null;
create index qc_task_of_location on qc_task (org_id, location_id);
create index qc_task_of_supplier on qc_task (org_id, supplier_id) where supplier_id is not null;
create table qc_result (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  task_id uuid not null,
  item_id uuid not null,
  sample_no integer not null,
  value text not null,
  unique (org_id, task_id, item_id, sample_no),
  foreign key (org_id, task_id) references qc_task (org_id, id) on delete cascade,
  foreign key (org_id, item_id) references qc_item (org_id, id)
);
create index qc_result_of_item on qc_result (org_id, item_id);
-- What became of what failed.
create table qc_disposal (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  task_id uuid not null,
  disposal smallint not null,
  quantity numeric(20,6) not null check (quantity > 0),
  reason text not null,
  foreign key (org_id, task_id) references qc_task (org_id, id) on delete cascade
);
create index qc_disposal_of_task on qc_disposal (org_id, task_id);
