-- Outbound receipts that are picked in one walk. A receipt is of one wave; what is picked of it stands with the receipt.
create table pick_wave (
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
  operator_id uuid,
  remark text,
  unique (org_id, no)
);
create index pick_wave_by_time on pick_wave (org_id, created_time desc, id desc);
create index pick_wave_by_number on pick_wave (org_id, no collate "C");
create table pick_wave_receipt (
  org_id uuid not null default app_org() references org (id),
  receipt_id uuid not null,
  wave_id uuid not null,
  primary key (org_id, receipt_id),
  foreign key (org_id, wave_id) references pick_wave (org_id, id) on delete cascade,
  foreign key (org_id, receipt_id) references receipt (org_id, id) on delete cascade
);
create index pick_wave_receipt_of_wave on pick_wave_receipt (org_id, wave_id);
