-- What the models expect of a series or a customer as a whole, from the demand of all its materials together.
create table demand_forecast_group (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  time_dimension smallint not null,
  grouped_by text not null,
  -- The series or the id of the customer; empty: materials and orders without one.
  group_key text not null,
  -- Of each period: {period, quantity}.
  periods jsonb not null,
  -- Share of 1; null where the history is too short to try.
  wape numeric(20,6),
  unique (org_id, time_dimension, grouped_by, group_key)
);
comment on table demand_forecast_group is 'derived: written anew by each calculation';
