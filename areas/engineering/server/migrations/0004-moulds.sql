-- Moulds and tools: what a process needs beside its machine, for some products or for all, on some machines or on all.
create table mould (
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
  -- 1 mould: it is put on the machine, one at a time; 2 tool: it lies beside it, and a task may need several kinds
  kind smallint not null default 1 check (kind in (1, 2)),
  process_id uuid not null,
  quantity integer not null default 1 check (quantity between 1 and 1000),
  status smallint not null default 1,
  remark text,
  unique (org_id, code),
  foreign key (org_id, process_id) references process (org_id, id)
);
create index mould_of_process on mould (org_id, process_id);
create table mould_material (
  org_id uuid not null default app_org() references org (id),
  mould_id uuid not null,
  material_id uuid not null,
  primary key (org_id, mould_id, material_id),
  foreign key (org_id, mould_id) references mould (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id)
);
create index mould_material_of_material on mould_material (org_id, material_id);
create table mould_device (
  org_id uuid not null default app_org() references org (id),
  mould_id uuid not null,
  device_id uuid not null,
  primary key (org_id, mould_id, device_id),
  foreign key (org_id, mould_id) references mould (org_id, id) on delete cascade,
  foreign key (org_id, device_id) references device (org_id, id)
);
create index mould_device_of_device on mould_device (org_id, device_id);
