-- That a supplier is asked to bring a line earlier. It is waited for until he has answered, or the line's own day is no later.
create table purchase_expedite (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  order_id uuid not null,
  line_id uuid not null,
  wished_date bigint not null,
  asked_time bigint not null,
  -- when he has said something of the line since
  answered_time bigint,
  remark text,
  constraint purchase_expedite_of_line unique (org_id, line_id),
  foreign key (org_id, order_id) references purchase_order (org_id, id) on delete cascade,
  foreign key (org_id, line_id) references purchase_order_line (org_id, id) on delete cascade
);
create index purchase_expedite_of_order on purchase_expedite (org_id, order_id);
