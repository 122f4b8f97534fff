-- A forecast as it was released: the demand-supply plan nets the last one of its periods, and each is judged once they are over.
create table demand_forecast_release (
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
  -- Counts from 1 in weeks and in months.
  number integer not null,
  released_time bigint not null,
  -- Begins of what it forecasts, one after another.
  periods bigint[] not null,
  material_count integer not null,
  -- Cells that people had set.
  custom_count integer not null,
  note text,
  unique (org_id, time_dimension, number)
);
-- What was released of a material: one value for each period of the release.
create table demand_forecast_release_line (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  release_id uuid not null,
  material_id uuid not null,
  model text,
  quantities numeric[] not null,
  model_quantities numeric[] not null,
  -- Who had set a value; null where the models speak.
  author_ids uuid[] not null,
  unique (org_id, release_id, material_id),
  foreign key (org_id, release_id) references demand_forecast_release (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id) on delete cascade
);
comment on table demand_forecast_release_line is 'derived: a copy of what stood when it was released';
-- What plans counted with until now is the first release.
insert into demand_forecast_release (org_id, time_dimension, number, released_time, periods, material_count, custom_count, created_by, updated_by)
select f.org_id, f.time_dimension, 1, max(f.computed_time),
  (select array_agg((p ->> 'period')::bigint order by (p ->> 'period')::bigint) from jsonb_array_elements((array_agg(f.periods order by f.computed_time desc))[1]) p),
  count(*), 0, null, null
from demand_forecast f where jsonb_array_length(f.periods) > 0 group by f.org_id, f.time_dimension;
insert into demand_forecast_release_line (org_id, release_id, material_id, model, quantities, model_quantities, author_ids, created_by, updated_by)
select r.org_id, r.id, f.material_id, f.models -> 0 ->> 'model', array_agg(coalesce(c.quantity, (p ->> 'quantity')::numeric) order by at.n),
  array_agg((p ->> 'quantity')::numeric order by at.n), array_agg(coalesce(c.updated_by, c.created_by) order by at.n), null, null
from demand_forecast_release r join demand_forecast f on f.org_id = r.org_id and f.time_dimension = r.time_dimension
  cross join lateral unnest(r.periods) with ordinality at(period, n)
  join lateral jsonb_array_elements(f.periods) p on (p ->> 'period')::bigint = at.period
  left join demand_forecast_custom c on c.org_id = f.org_id and c.material_id = f.material_id and c.time_dimension = f.time_dimension and c.period = at.period
group by r.org_id, r.id, f.material_id, f.models, r.periods having count(*) = cardinality(r.periods);
