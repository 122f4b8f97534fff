-- Who approves what: the flow of a document type, or of its documents from an amount on or of some workgroups.
create table approval_flow (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  module_code text not null,
  mode smallint not null,
  approver_ids uuid[] not null,
  enabled smallint not null default 0,
  -- null: from any amount
  amount_from numeric(20,4),
  -- empty: whoever submits
  workgroup_ids uuid[] not null default '{}',
  unique nulls not distinct (org_id, module_code, amount_from, workgroup_ids)
);
create table approval (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  module_code text not null,
  object_id uuid not null,
  object_no text not null,
  mode smallint not null,
  status smallint not null default 1,
  starter_id uuid not null,
  started_time bigint not null,
  finished_time bigint,
  amount numeric(20,4),
  currency text,
  -- the document as it was submitted, and the digest of what must not change until it is decided
  document jsonb not null,
  content_hash text not null,
  current_approver_ids uuid[] not null,
  reminded_time bigint
);
create unique index approval_pending on approval (org_id, module_code, object_id) where status = 1;
create index approval_of_starter on approval (org_id, starter_id, started_time desc);
create index approval_to_decide on approval using gin (current_approver_ids) where status = 1;
create table approval_step (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  approval_id uuid not null,
  sequence integer not null,
  approver_id uuid not null,
  -- who passed the step on to the approver
  delegated_by uuid,
  result smallint not null default 1,
  comment text,
  handled_time bigint,
  unique (org_id, approval_id, sequence),
  foreign key (org_id, approval_id) references approval (org_id, id) on delete cascade
);
create index approval_step_of_approver on approval_step (org_id, approver_id);
