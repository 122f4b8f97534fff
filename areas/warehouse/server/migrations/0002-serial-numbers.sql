-- Serial numbers of products, given to a work order or an inbound receipt.
create table serial_number (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  serial_no text not null,
  material_id uuid not null,
  mo_id uuid,
  receipt_id uuid,
  lot_number text,
  constraint serial_number_no unique (org_id, serial_no),
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, mo_id) references mo (org_id, id) on delete cascade,
  foreign key (org_id, receipt_id) references receipt (org_id, id) on delete cascade
);
create index serial_number_of_mo on serial_number (org_id, mo_id);
create index serial_number_of_receipt on serial_number (org_id, receipt_id);
create index serial_number_of_material on serial_number (org_id, material_id);
