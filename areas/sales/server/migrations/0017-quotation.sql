-- What customers are offered: products at prices that hold until a day, with what was agreed to besides; it may become an order.
create table quotation (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  no text not null,
  status smallint not null default 0,
  approval_status smallint,
  customer_id uuid not null,
  contact text,
  customer_inquiry_no text,
  quote_date bigint not null,
  -- The last day on which it may be accepted.
  valid_until bigint not null check (valid_until >= quote_date),
  currency text not null,
  tax_rate numeric(20,6) check (tax_rate between 0 and 100),
  discount_percent numeric(20,6) check (discount_percent between 0 and 100),
  delivery_terms text,
  payment_terms text,
  remark text,
  -- Without tax, and the tax on it; null: a line has no price.
  total_amount numeric(20,4),
  tax_amount numeric(20,4),
  gross_amount numeric(20,4),
  lost_reason text,
  -- What it became.
  order_id uuid,
  sent_time bigint,
  decided_time bigint,
  mailed_to text,
  mailed_time bigint,
  unique (org_id, no),
  foreign key (org_id, customer_id) references customer (org_id, id),
  foreign key (org_id, order_id) references sales_order (org_id, id) on delete set null (order_id)
);
create index quotation_by_time on quotation (org_id, created_time desc, id desc);
create index quotation_by_number on quotation (org_id, no collate "C");
create index quotation_of_customer on quotation (org_id, customer_id);
create index quotation_of_order on quotation (org_id, order_id) where order_id is not null;
-- What is out, by the day on which it ends.
create index quotation_open on quotation (valid_until) where status = 10;
create table quotation_line (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  quotation_id uuid not null,
  line_no integer not null,
  material_id uuid not null,
  quantity numeric(20,6) not null check (quantity > 0),
  price numeric(20,6) check (price >= 0),
  discount_percent numeric(20,6) check (discount_percent between 0 and 100),
  -- What one costs after both discounts: the price of the order.
  net_price numeric(20,6),
  amount numeric(20,4),
  tax_rate numeric(20,6) check (tax_rate between 0 and 100),
  delivery_days integer check (delivery_days >= 0),
  remark text,
  unique (org_id, quotation_id, line_no),
  foreign key (org_id, quotation_id) references quotation (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id)
);
create index quotation_line_of_material on quotation_line (org_id, material_id);
create view seen_quotation with (security_invoker = true) as
  select * from quotation where not (select app_own_only()) or created_by = (select app_user());
grant select, update on seen_quotation to qitao_app, qitao_system;
