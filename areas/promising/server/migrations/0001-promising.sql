-- An inquiry: what can be promised for an order, as answered, and how long the answer is kept. What it holds of supply and
-- machines stands with manufacturing (supply_hold, capacity_hold).
create table inquiry (
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
  order_id uuid not null,
  -- 2 asked, 2.1 the record of a promise
  order_type text not null default '2',
  status smallint not null default 1,
  -- full: everything at once; parts: as soon as each part can be had
  mode text not null default 'full',
  -- null: not all of it can be promised
  promise_date bigint,
  requested_date bigint,
  result_kept_until bigint not null,
  hold_minutes integer not null default 15 check (hold_minutes >= 15),
  material_status smallint,
  capacity_status smallint,
  delivery_status smallint,
  reason text,
  confirmed_time bigint,
  unique (org_id, no),
  foreign key (org_id, order_id) references sales_order (org_id, id) on delete cascade
);
create index inquiry_by_status on inquiry (org_id, status, created_time desc, id desc);
create index inquiry_of_order on inquiry (org_id, order_id);
create table inquiry_line (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  primary key (org_id, id),
  inquiry_id uuid not null,
  line_no integer not null,
  -- the order line asked for
  line_id uuid not null,
  material_id uuid not null,
  quantity numeric(20,6) not null,
  requested_date bigint,
  promise_date bigint,
  short_components jsonb not null default '[]',
  bottleneck_machine_no text,
  -- deliveries and what decides them, as answered
  answer jsonb not null,
  foreign key (org_id, inquiry_id) references inquiry (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id)
);
create index inquiry_line_of_inquiry on inquiry_line (org_id, inquiry_id, line_no);
