-- How many pieces were bad for which reason: as many as the report says in all.
alter table report_record
  add column defects jsonb not null default '[]',
  -- Neither good nor bad: to be worked on again, at this step or at one before it.
  add column rework_quantity numeric(20,6) not null default 0,
  add column rework_operation_id uuid,
  -- Of all that it reports: pieces that were sent to be worked on again before.
  add column reworked_quantity numeric(20,6) not null default 0,
  add foreign key (org_id, rework_operation_id) references mo_operation (org_id, id);
update report_record set defects = jsonb_build_array(jsonb_build_object('reason', defect_reason, 'quantity', defective_quantity))
  where defective_quantity > 0 and defect_reason is not null;
-- Pieces that tasks before the one of a report had made and have to make again.
create table report_sent_back (
  org_id uuid not null default app_org() references org (id),
  report_id uuid not null,
  task_id uuid not null,
  operation_id uuid not null,
  quantity numeric(20,6) not null,
  sample boolean not null default app_sample(),
  primary key (org_id, report_id, task_id),
  foreign key (org_id, report_id) references report_record (org_id, id) on delete cascade,
  foreign key (org_id, task_id) references production_task (org_id, id),
  foreign key (org_id, operation_id) references mo_operation (org_id, id)
);
create index report_sent_back_of_task on report_sent_back (org_id, task_id);
create index report_sent_back_of_operation on report_sent_back (org_id, operation_id);
