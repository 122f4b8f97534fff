-- A recall as a case: what was asked, what was affected then, and what has become of each of it.
create table trace_case (
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
  title text not null,
  note text,
  trace_by text not null,
  value text not null,
  material_id uuid,
  -- When what is affected was looked for last.
  looked_time bigint not null,
  closed_time bigint,
  closed_by uuid,
  close_reason text,
  unique (org_id, no),
  foreign key (org_id, material_id) references material (org_id, id)
);
create index trace_case_by_time on trace_case (org_id, created_time desc, id desc);
create index trace_case_by_number on trace_case (org_id, no collate "C");
create table trace_case_line (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  case_id uuid not null,
  -- Of the recall list: the same goods at the same place are the same line when they are looked for again.
  row_key text not null,
  "where" smallint not null,
  -- Documents by their ids: who may not see one does not see it here.
  order_id uuid,
  document_kind text,
  document_id uuid,
  document_no text,
  material_id uuid not null,
  lot_number text,
  serial_no text,
  quantity numeric(20,6) not null,
  place text,
  time bigint,
  -- Not found there any more when it was looked for last.
  moved boolean not null default false,
  state smallint not null default 0,
  note text,
  judged_by uuid,
  judged_time bigint,
  unique (org_id, case_id, row_key),
  foreign key (org_id, case_id) references trace_case (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id)
);
create index trace_case_line_of_material on trace_case_line (org_id, material_id);
