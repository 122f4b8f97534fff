-- The last repair of a company's plan, so that it can be taken back while the plan stands as it has left it.
create table plan_repair (
  org_id uuid primary key default app_org() references org (id),
  plan_version integer not null,
  -- Where the tasks stood that it moved.
  tasks jsonb not null,
  -- Days that it made overtime, as they were and as they are now.
  calendar_days jsonb not null
);
comment on table plan_repair is 'derived: kept from the last repair';
