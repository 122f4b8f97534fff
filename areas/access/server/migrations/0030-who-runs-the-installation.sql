-- The company that was made with the database runs the installation; one that is disabled only where there is no other.
-- The owner is to see all companies; the walls stand again when all is migrated.
alter table org no force row level security;
alter table org_app no force row level security;
insert into org_app (org_id, app_code)
  select id, 'operator' from org order by status <> 1, created_time, company_code <> 'DEMO' limit 1;
