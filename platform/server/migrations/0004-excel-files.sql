-- Excel files on their way: what a person sent, and the error file that answers it. Kept for a week.
create table excel_file (
  org_id uuid not null default app_org(),
  id uuid not null,
  name text not null,
  content bytea not null,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  primary key (org_id, id)
);
create index excel_file_by_age on excel_file (org_id, created_time);
