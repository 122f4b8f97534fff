-- What a supplier asks for an operation on one piece, between two days; of one product, or of any.
create table process_price (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  supplier_id uuid not null,
  process_id uuid not null,
  material_id uuid,
  currency text,
  price numeric(20,6) not null check (price >= 0),
  valid_from bigint not null,
  valid_to bigint,
  remark text,
  constraint process_price_once unique nulls not distinct (org_id, supplier_id, process_id, material_id, currency, valid_from),
  foreign key (org_id, supplier_id) references supplier (org_id, id),
  foreign key (org_id, process_id) references process (org_id, id),
  foreign key (org_id, material_id) references material (org_id, id)
);
create index process_price_of_process on process_price (org_id, process_id, supplier_id);
create index process_price_of_material on process_price (org_id, material_id);
