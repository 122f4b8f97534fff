-- What a supplier last said of a line that was sent to him: a proposal until a buyer has decided (decision 0072).
create table supplier_answer (
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
  status smallint not null,
  -- as it stood on the order when he answered
  asked_quantity numeric(20,6) not null,
  asked_eta bigint,
  quantity numeric(20,6) not null check (quantity > 0),
  eta bigint not null,
  remark text,
  answered_by text not null,
  answered_time bigint not null,
  constraint supplier_answer_of_line unique (org_id, line_id),
  foreign key (org_id, order_id) references purchase_order (org_id, id) on delete cascade,
  foreign key (org_id, line_id) references purchase_order_line (org_id, id) on delete cascade
);
create index supplier_answer_of_order on supplier_answer (org_id, order_id);
