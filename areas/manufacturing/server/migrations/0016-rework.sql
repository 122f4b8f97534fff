-- A work order that makes refused goods good again: the QC task whose goods it has taken. They are its one component.
alter table mo add column rework_task_id uuid, add column rework_task_no text;
create index mo_of_rework on mo (org_id, rework_task_id) where rework_task_id is not null;
