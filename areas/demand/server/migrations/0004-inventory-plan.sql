-- How much of a material is to lie there: what people set, and what was computed of it last.
create table inventory_plan (
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
  -- Percent of what is asked for that is to be given from stock at once.
  fill_rate numeric(5,2) not null default 95 check (fill_rate > 0 and fill_rate < 100),
  -- Days.
  reorder_cycle integer not null default 1 check (reorder_cycle > 0),
  additional_time integer not null default 0 check (additional_time >= 0),
  defect_rate numeric(5,2) not null default 0 check (defect_rate >= 0 and defect_rate < 100),
  -- Of the consumption of a day in the past year.
  daily_average numeric(20,6) not null default 0,
  standard_deviation numeric(20,6) not null default 0,
  consumed_quantity numeric(20,6) not null default 0,
  -- Null where the material has no price.
  consumed_amount numeric(20,2),
  abc text,
  xyz text,
  fluctuation_buffer numeric(20,6) not null default 0,
  quality_buffer numeric(20,6) not null default 0,
  reorder_point numeric(20,6) not null default 0,
  reorder_quantity numeric(20,6) not null default 0,
  computed_time bigint,
  -- Somebody keeps what is in use instead of this point, and why.
  kept_point numeric(20,6),
  kept_reason text,
  unique (org_id, material_id),
  foreign key (org_id, material_id) references material (org_id, id) on delete cascade
);
