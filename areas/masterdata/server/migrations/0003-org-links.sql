-- Customers and suppliers that are themselves companies of this installation.
create table org_link (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  partner_id uuid not null,
  partner_kind smallint not null check (partner_kind in (0, 1, 2)),
  linked_company_code text not null,
  status smallint not null default 1,
  -- a link goes with its partner
  customer_id uuid generated always as (case when partner_kind <> 1 then partner_id end) stored,
  supplier_id uuid generated always as (case when partner_kind <> 0 then partner_id end) stored,
  constraint org_link_once unique (org_id, partner_id, linked_company_code),
  foreign key (org_id, customer_id) references customer (org_id, id) on delete cascade,
  foreign key (org_id, supplier_id) references supplier (org_id, id) on delete cascade
);
create index org_link_of_customer on org_link (org_id, customer_id);
create index org_link_of_supplier on org_link (org_id, supplier_id);
