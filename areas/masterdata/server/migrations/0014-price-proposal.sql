-- Prices that wait for their approval: no order is priced by them until then, when they go into their list as they stand here.
create table price_proposal (
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
  status smallint not null,
  price_list text not null check (price_list in ('unit_price', 'sales_price')),
  -- Which earlier prices they end.
  ends text not null check (ends in ('subject', 'step', 'none')),
  -- The one price that is altered, as it was then; null: they are new.
  target_id uuid,
  target_version integer,
  line_count integer not null,
  -- By how much a year becomes dearer or cheaper; null: nobody can say.
  value numeric(20,6),
  currency text,
  settled_time bigint,
  constraint price_proposal_once unique (org_id, no)
);
create index price_proposal_by_time on price_proposal (org_id, created_time desc, id desc);
create index price_proposal_by_number on price_proposal (org_id, no collate "C");
create table price_proposal_line (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  proposal_id uuid not null,
  line_no integer not null,
  material_id uuid not null,
  supplier_id uuid,
  customer_id uuid,
  unit_id uuid not null,
  currency text not null,
  from_quantity numeric(20,6) not null,
  price numeric(20,6) not null,
  -- What it was on the day on which this begins, and what hung on it, when it was proposed; null: it is new.
  old_price numeric(20,6),
  valid_from bigint not null,
  valid_to bigint,
  open_lines integer not null,
  open_quantity numeric(20,6) not null,
  year_quantity numeric(20,6) not null,
  open_difference numeric(20,6),
  year_difference numeric(20,6),
  -- The whole price, as it goes into its list.
  given jsonb not null,
  unique (org_id, proposal_id, line_no),
  foreign key (org_id, proposal_id) references price_proposal (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, supplier_id) references supplier (org_id, id),
  foreign key (org_id, customer_id) references customer (org_id, id),
  foreign key (org_id, unit_id) references unit (org_id, id)
);
create index price_proposal_line_of_material on price_proposal_line (org_id, material_id);
create index price_proposal_line_of_supplier on price_proposal_line (org_id, supplier_id) where supplier_id is not null;
create index price_proposal_line_of_customer on price_proposal_line (org_id, customer_id) where customer_id is not null;
create index price_proposal_line_of_unit on price_proposal_line (org_id, unit_id);
