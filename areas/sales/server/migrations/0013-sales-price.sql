-- What customers are asked for a material: a customer's own price, or that of all; from which quantity, in which unit and currency, between which days.
create table sales_price (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  -- Null: any customer.
  customer_id uuid,
  material_id uuid not null,
  unit_id uuid not null,
  currency text not null,
  -- In the unit of the price; it holds from this quantity on, up to the next.
  from_quantity numeric(20,6) not null check (from_quantity >= 0),
  price numeric(20,6) not null check (price >= 0),
  tax_rate numeric(20,6) check (tax_rate between 0 and 100),
  valid_from bigint not null,
  -- The last day; null: until another one begins.
  valid_to bigint check (valid_to >= valid_from),
  remark text,
  foreign key (org_id, customer_id) references customer (org_id, id),
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, unit_id) references unit (org_id, id)
);
-- One price of one subject begins on one day; what is matched and what overlaps is found by it.
create unique index sales_price_once on sales_price (org_id, material_id, customer_id, currency, unit_id, from_quantity, valid_from) nulls not distinct;
create index sales_price_of_customer on sales_price (org_id, customer_id);
create index sales_price_of_unit on sales_price (org_id, unit_id);
