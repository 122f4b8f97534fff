-- When something of a line came last, so that it can be held against the day it was announced for.
alter table purchase_order_line add column arrival_time bigint;
-- Of orders before, what is known: when something of the order came last.
update purchase_order_line l set arrival_time = o.arrival_date from purchase_order o
  where o.org_id = l.org_id and o.id = l.order_id and l.received_quantity > 0 and o.arrival_date is not null;
create index purchase_order_line_arrived on purchase_order_line (org_id, arrival_time) where arrival_time is not null;
-- By how many days the lines of a supplier came after the announced day: half of them by no more than p50, nine of ten by no more than
-- p90. Without a supplier: those of all. Only where there are enough to learn from.
create table supplier_delay (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  supplier_id uuid,
  line_count integer not null check (line_count > 0),
  on_time_count integer not null,
  p50_days integer not null,
  p90_days integer not null check (p90_days >= p50_days),
  unique nulls not distinct (org_id, supplier_id),
  foreign key (org_id, supplier_id) references supplier (org_id, id) on delete cascade
);
