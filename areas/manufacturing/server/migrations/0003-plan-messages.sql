-- What the last material plan asks planners to do. key: kind and object, the same from plan to plan.
create table plan_message (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  key text not null,
  kind text not null,
  -- 0 open, 1 refused by a person; a refused one is open again when the plan asks for something else
  status smallint not null default 0,
  material_id uuid not null,
  instead_of_id uuid,
  -- purchase_order_line or mo, by source_type 2, 4
  source_type smallint,
  source_id uuid,
  component_id uuid,
  -- the work orders that it serves, the first in line first
  mo_ids uuid[] not null default '{}',
  quantity numeric(20,6) not null,
  from_quantity numeric(20,6),
  to_quantity numeric(20,6),
  from_time bigint not null,
  to_time bigint not null,
  reason text not null,
  unique (org_id, key),
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, instead_of_id) references material (org_id, id),
  foreign key (org_id, component_id) references mo_component (org_id, id) on delete cascade
);
comment on table plan_message is 'derived: follows each material plan';
create index plan_message_by_time on plan_message (org_id, status, to_time, id);
create index plan_message_of_material on plan_message (org_id, material_id);
