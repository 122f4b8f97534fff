-- What a lot came with: the number that its supplier gave it, when it was made and until when it keeps.
create table stock_lot (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  material_id uuid not null,
  lot_number text not null check (lot_number <> ''),
  supplier_lot text,
  production_time bigint,
  expire_time bigint,
  unique (org_id, material_id, lot_number),
  foreign key (org_id, material_id) references material (org_id, id) on delete cascade
);
create index stock_lot_by_supplier_lot on stock_lot (org_id, supplier_lot) where supplier_lot is not null;
