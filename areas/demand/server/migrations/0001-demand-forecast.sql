-- What the models expect of a material, by week or month, as it was computed last.
create table demand_forecast (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  material_id uuid not null,
  time_dimension smallint not null,
  demand_kind text not null,
  -- Shares of 1; null where the history is too short to try.
  wape numeric(20,6),
  bias numeric(20,6),
  -- Of each period: {period, quantity, lower, upper}.
  periods jsonb not null,
  -- Best first: {model, share, wape, bias}.
  models jsonb not null,
  origin_count integer not null,
  history_count integer not null,
  computed_time bigint not null,
  unique (org_id, material_id, time_dimension),
  foreign key (org_id, material_id) references material (org_id, id) on delete cascade
);
-- What somebody says of a period instead of the models, and why.
create table demand_forecast_custom (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  material_id uuid not null,
  time_dimension smallint not null,
  period bigint not null,
  quantity numeric(20,6) not null check (quantity >= 0),
  -- What the models expected then, so that the change can be judged once the period is over.
  model_quantity numeric(20,6),
  reason text not null,
  unique (org_id, material_id, time_dimension, period),
  foreign key (org_id, material_id) references material (org_id, id) on delete cascade
);
