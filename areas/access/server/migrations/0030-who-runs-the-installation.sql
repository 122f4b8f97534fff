-- The company that was made with the database runs the installation.
-- The owner is to see all companies; the walls stand again when all is migrated.
alter table org no force row level security;
alter table org_app no force row level security;
insert into org_app (org_id, app_code)
  select id, 'operator' from org order by created_time, company_code <> 'DEMO' limit 1;
