-- When the plan begins the step that consumes it: then it is needed. Null: of no task on the plan.
alter table mo_component add column planned_start_time bigint;
