-- Goods that customers give back, by the order with which they left.
create table sales_return (
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
  order_id uuid not null,
  customer_id uuid,
  return_date bigint not null,
  reason text,
  inspects boolean not null default true,
  currency text,
  total_amount numeric(20,4),
  remark text,
  unique (org_id, no),
  foreign key (org_id, order_id) references sales_order (org_id, id) on delete cascade,
  foreign key (org_id, customer_id) references customer (org_id, id)
);
create index sales_return_by_time on sales_return (org_id, created_time desc, id desc);
create index sales_return_of_order on sales_return (org_id, order_id);
create table sales_return_line (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  return_id uuid not null,
  line_no integer not null,
  order_line_id uuid not null,
  material_id uuid not null,
  quantity numeric(20,6) not null check (quantity > 0),
  price numeric(20,6),
  amount numeric(20,4),
  received_quantity numeric(20,6) not null default 0 check (received_quantity >= 0),
  remark text,
  unique (org_id, return_id, line_no),
  foreign key (org_id, return_id) references sales_return (org_id, id) on delete cascade,
  foreign key (org_id, order_line_id) references sales_order_line (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id)
);
create index sales_return_line_of_order_line on sales_return_line (org_id, order_line_id);
create index sales_return_line_of_material on sales_return_line (org_id, material_id);
-- What has come back of a line: it was shipped, and is not with the customer.
drop view seen_sales_order_line;
alter table sales_order_line add column returned_quantity numeric(20,6) not null default 0;
create view seen_sales_order_line with (security_invoker = true) as
  select * from sales_order_line l where not (select app_own_only())
    or exists (select from seen_sales_order o where o.org_id = l.org_id and o.id = l.order_id);
create view seen_sales_return with (security_invoker = true) as
  select * from sales_return r where not (select app_own_only())
    or exists (select from seen_sales_order o where o.org_id = r.org_id and o.id = r.order_id);
grant select, update on seen_sales_order_line, seen_sales_return to qitao_app, qitao_system;
