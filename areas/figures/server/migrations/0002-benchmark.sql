-- What a figure is compared with, by industry: quartiles that somebody published, always with their source, and the company's own target.
create table benchmark_reference (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  -- A figure.
  indicator text not null,
  -- Empty: whatever the industry.
  industry text not null,
  industry_worst numeric(20,6),
  industry_average numeric(20,6),
  industry_best numeric(20,6),
  target numeric(20,6),
  source text,
  source_year integer,
  sample_count integer,
  link text,
  unique (org_id, indicator, industry),
  check (source is not null or (industry_worst is null and industry_average is null and industry_best is null))
);
