-- When a company's plan was looked at for conflicts, how long that took, and which conflicts its planners have been told.
create table conflict_watch (
  org_id uuid not null default app_org() references org (id),
  looked_time bigint not null,
  took_ms integer not null default 0,
  -- When reports were told to be overdue: clocks make many of those, one by one.
  overdue_told_time bigint not null default 0,
  primary key (org_id)
);
comment on table conflict_watch is 'derived: follows the plan and its books';
create table conflict_told (
  org_id uuid not null default app_org() references org (id),
  -- Kind, task and what it collides with.
  key text not null,
  told_time bigint not null default epoch_now(),
  primary key (org_id, key)
);
comment on table conflict_told is 'derived: follows the plan and its books';
