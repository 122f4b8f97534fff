-- Goods that are to be shipped and have passed: so much of the task has left since.
alter table qc_task
  add column shipped_quantity numeric(20,6) not null default 0,
  add check (shipped_quantity between 0 and quantity);
create index qc_task_of_shipment on qc_task (org_id, source_id) where qc_type = 4;
