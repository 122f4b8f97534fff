-- A value stream as it was measured, and as it is wished for. It is kept as it was seen: the current state of another day is computed.
create table value_stream (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  name text not null,
  material_id uuid not null,
  -- The days that it was measured over.
  from_time bigint not null,
  to_time bigint not null,
  -- As measured then.
  measured jsonb not null,
  -- Of each step: {sequence, cycle_seconds, changeover_seconds, uptime_rate, machine_count, wip_quantity, note}.
  wished jsonb not null,
  -- Of what is wished for.
  lead_time_seconds bigint,
  value_added_seconds bigint not null,
  unique (org_id, material_id, name),
  foreign key (org_id, material_id) references material (org_id, id) on delete cascade
);
