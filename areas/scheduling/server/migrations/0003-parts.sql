-- A planner has an operation made in parts: side by side, or with something else between. The first part bears the
-- operation's own id; the quantities add up to the work order's. Without rows an operation is one task.
create table operation_part (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  operation_id uuid not null,
  part_no integer not null check (part_no > 0),
  quantity numeric(20,6) not null check (quantity > 0),
  unique (org_id, operation_id, part_no),
  check ((part_no = 1) = (id = operation_id)),
  foreign key (org_id, operation_id) references mo_operation (org_id, id) on delete cascade
);
-- Null: the operation as a whole, or its first part.
alter table production_task add column part_id uuid,
  add foreign key (org_id, part_id) references operation_part (org_id, id);
-- What planning knows a task by: its operation, or its part of one.
alter table production_task add column step_id uuid not null generated always as (coalesce(part_id, operation_id)) stored;
create unique index production_task_of_step on production_task (org_id, step_id);
create index production_task_of_operation on production_task (org_id, operation_id);
