-- Why pieces are bad, as the company names it: groups of reasons, of one process or of all. A report keeps the words.
create table scrap_reason (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  group_name text not null,
  name text not null,
  -- null: of every process
  process_id uuid,
  constraint scrap_reason_once unique nulls not distinct (org_id, name, process_id),
  foreign key (org_id, process_id) references process (org_id, id) on delete cascade
);
