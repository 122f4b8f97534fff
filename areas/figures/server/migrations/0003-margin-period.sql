-- Up to which day margins are closed: their figures stay as they stood then. One period after the other, without a gap.
create table margin_period (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  -- From the end of the one before, or the beginning of time, to the begin of the first day that is open.
  from_time bigint not null,
  until_time bigint not null,
  line_count integer not null,
  unmeasured_count integer not null,
  revenue numeric(20,2) not null,
  cost numeric(20,2) not null,
  remark text,
  unique (org_id, from_time),
  check (until_time > from_time)
);
-- Each line that was shipped within a closed period, as it stood.
create table margin_closed_line (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  period_id uuid not null,
  line_id uuid not null,
  at bigint not null,
  shipped_quantity numeric(20,6) not null,
  figures jsonb not null,
  unique (org_id, period_id, line_id),
  foreign key (org_id, period_id) references margin_period (org_id, id) on delete cascade
);
comment on table margin_closed_line is 'derived: a copy of what stood when its period was closed';
create index margin_closed_line_by_time on margin_closed_line (org_id, at);
create index margin_closed_line_of_line on margin_closed_line (org_id, line_id);
