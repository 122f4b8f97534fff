-- What is known to move demand for some days: of all materials, of a series, or of one.
create table demand_event (
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
  kind text not null,
  start_day bigint not null,
  days integer not null check (days > 0),
  -- Percent more than usual, or less.
  uplift integer not null check (uplift >= -90),
  series text,
  material_id uuid,
  foreign key (org_id, material_id) references material (org_id, id)
);
create index demand_event_of_material on demand_event (org_id, material_id);
-- A new material begins with what was asked for of one that it is like.
alter table demand_forecast_config add column like_material_id uuid;
-- Percent of it.
alter table demand_forecast_config add column like_share numeric(9,2) not null default 100 check (like_share > 0);
alter table demand_forecast_config add constraint demand_forecast_config_like foreign key (org_id, like_material_id) references material (org_id, id);
create index demand_forecast_config_of_like on demand_forecast_config (org_id, like_material_id);
