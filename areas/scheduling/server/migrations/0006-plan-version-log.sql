-- A version of a plan is history itself: in the change log all of its tasks would stand three times over.
drop trigger if exists log_insert on plan_version;
drop trigger if exists log_update on plan_version;
drop trigger if exists log_delete on plan_version;
comment on table plan_version is 'derived: each plan as it was made';
