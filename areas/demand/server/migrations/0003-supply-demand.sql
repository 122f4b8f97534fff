-- What is asked of a material and what comes of it, by week or month, as it was netted last.
create table supply_demand_plan (
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
  -- At hand now.
  opening_quantity numeric(20,6) not null,
  -- Of each period in which something happens: {at, order, need, forecast, transit, production}; at counts from 0.
  periods jsonb not null,
  first_period bigint not null,
  -- Consumed per period in the past year; null where nothing was.
  history_average numeric(20,6),
  supply_status smallint not null,
  demand_trend smallint,
  -- The first period that ends below nothing, and the most that is ever short.
  short_period bigint,
  short_quantity numeric(20,6) not null,
  computed_time bigint not null,
  unique (org_id, material_id, time_dimension),
  foreign key (org_id, material_id) references material (org_id, id) on delete cascade
);
comment on table supply_demand_plan is 'derived: written anew by each calculation';
create index supply_demand_plan_by_shortage on supply_demand_plan (org_id, time_dimension, supply_status, short_period);
