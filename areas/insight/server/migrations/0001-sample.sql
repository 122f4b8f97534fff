-- Sample data of a company: what was made and when.
create table sample_data (
  org_id uuid primary key default app_org() references org (id),
  industry text not null,
  object_counts jsonb not null default '{}',
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user()
);
