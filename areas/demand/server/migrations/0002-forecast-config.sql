-- With which model a material is forecast; without a material: all that have none of their own.
create table demand_forecast_config (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  material_id uuid,
  time_dimension smallint not null,
  model text not null,
  -- What is fixed of the model: {window, alpha, beta, growth}; the rest is found.
  parameters jsonb not null default '{}',
  status smallint not null default 0,
  unique nulls not distinct (org_id, material_id, time_dimension),
  foreign key (org_id, material_id) references material (org_id, id) on delete cascade
);
