-- Stock that a trace holds: what is affected is blocked in the ledger until somebody releases it.
create table trace_hold (
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
  trace_by text not null,
  value text not null,
  reason text not null,
  released_time bigint,
  released_by uuid,
  release_reason text,
  unique (org_id, no)
);
create index trace_hold_by_time on trace_hold (org_id, created_time desc, id desc);
create table trace_hold_line (
  org_id uuid not null default app_org() references org (id),
  hold_id uuid not null,
  material_id uuid not null,
  location_id uuid not null,
  lot_number text not null,
  quantity numeric(20,6) not null check (quantity > 0),
  primary key (org_id, hold_id, material_id, location_id, lot_number),
  foreign key (org_id, hold_id) references trace_hold (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, location_id) references location (org_id, id)
);
create index trace_hold_line_of_material on trace_hold_line (org_id, material_id);
create index trace_hold_line_of_location on trace_hold_line (org_id, location_id);
