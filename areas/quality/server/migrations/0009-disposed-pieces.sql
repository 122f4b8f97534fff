-- By which document failed goods went back, so that its reversal opens their disposal again; and which pieces went.
alter table qc_disposal
  add column receipt_id uuid,
  add column receipt_no text,
  add column serial_numbers text[] not null default '{}';
create index qc_disposal_of_receipt on qc_disposal (org_id, receipt_id) where receipt_id is not null;
