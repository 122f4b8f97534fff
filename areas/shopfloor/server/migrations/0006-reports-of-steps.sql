-- Reconciliation asks what was reported of each step.
create index report_record_of_operation on report_record (org_id, operation_id);
