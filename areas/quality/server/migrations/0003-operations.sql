-- Inspection on the floor: plans for the steps of work orders, tasks of pieces that are in work, and what may hold up the steps behind.
alter table qc_scheme
  add column process_id uuid,
  add column every_pieces integer check (every_pieces > 0),
  add column every_hours integer check (every_hours > 0),
  add column blocks smallint not null default 0,
  add foreign key (org_id, process_id) references process (org_id, id);
create index qc_scheme_of_process on qc_scheme (org_id, process_id) where process_id is not null;
drop index qc_scheme_in_force;
create unique index qc_scheme_in_force on qc_scheme (org_id, qc_type, material_id, type_id, supplier_id, process_id) nulls not distinct where status = 1;
-- Pieces in work lie in no bin: they are those of an operation from one number of good pieces to another.
alter table qc_task
  alter column location_id drop not null,
  add column mo_id uuid,
  add column operation_id uuid,
  add column process_id uuid,
  add column covers_from numeric(20,6),
  add column covers_to numeric(20,6),
  add column blocks smallint not null default 0,
  -- Inspected once more: the task before no longer holds anything up.
  add column recheck_of uuid,
  add column lifted_time bigint,
  add column lifted_by uuid,
  add column lift_reason text,
  add check (location_id is null or operation_id is null),
  add foreign key (org_id, mo_id) references mo (org_id, id) on delete cascade,
  add foreign key (org_id, operation_id) references mo_operation (org_id, id) on delete cascade,
  add foreign key (org_id, process_id) references process (org_id, id),
  add foreign key (org_id, recheck_of) references qc_task (org_id, id);
create index qc_task_of_mo on qc_task (org_id, mo_id) where mo_id is not null;
create index qc_task_of_operation on qc_task (org_id, operation_id) where operation_id is not null;
create index qc_task_of_process on qc_task (org_id, process_id) where process_id is not null;
create index qc_task_recheck on qc_task (org_id, recheck_of) where recheck_of is not null;
