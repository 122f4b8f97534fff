-- What people recorded beside the ledger: which pieces went in and out with a document, and what a report used and made, lot by lot.
create table trace_entry (
  org_id uuid not null default app_org() references org (id),
  id bigint generated always as identity,
  source_type text not null,
  source_id uuid not null,
  source_no text not null,
  -- As the ledger posts it; null: of a report.
  movement_type smallint,
  mo_id uuid,
  material_id uuid not null,
  lot_number text not null default '',
  serial_no text not null default '',
  -- Signed as seen from the goods: positive out of the document, negative into it.
  quantity numeric(20,6) not null check (quantity <> 0),
  entry_time bigint not null default epoch_now(),
  operator_id uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  check (serial_no = '' or abs(quantity) = 1),
  foreign key (org_id, material_id) references material (org_id, id)
);
create index trace_entry_of_source on trace_entry (org_id, source_id);
create index trace_entry_of_lot on trace_entry (org_id, material_id, lot_number);
create index trace_entry_of_piece on trace_entry (org_id, serial_no, id) where serial_no <> '';
create index trace_entry_of_mo on trace_entry (org_id, mo_id) where mo_id is not null;
-- The ledger as a genealogy: what went into a work order and came out of it, and where a lot came from and went.
create index stock_movement_of_mo on stock_movement (org_id, mo_id, material_id, lot_number) where mo_id is not null;
create index stock_movement_of_lot on stock_movement (org_id, material_id, lot_number, movement_type) where movement_type not in (31, 32);
