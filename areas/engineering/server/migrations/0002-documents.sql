-- Files that people keep in versions, of which one at a time is valid: drawings, and documents in folders.
create table drawing (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  drawing_no text not null,
  name text not null,
  version text not null,
  material_id uuid,
  process_id uuid,
  routing_id uuid,
  -- the version's one file; its name, bytes and kind as they are in attachment, for lists and histories
  attachment_id uuid not null,
  file_name text not null,
  file_size integer not null,
  mime_type text not null,
  status smallint not null default 0,
  released_time bigint,
  released_by uuid,
  withdrawn_time bigint,
  change_note text,
  remark text,
  custom jsonb not null default '{}',
  -- in the recycle bin since
  deleted_time bigint,
  deleted_by uuid,
  foreign key (org_id, attachment_id) references attachment (org_id, id),
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, process_id) references process (org_id, id),
  foreign key (org_id, routing_id) references routing (org_id, id)
);
create unique index drawing_version on drawing (org_id, drawing_no, version) where deleted_time is null;
create unique index drawing_valid on drawing (org_id, drawing_no) where status = 1;
create index drawing_of_material on drawing (org_id, material_id);
create index drawing_of_process on drawing (org_id, process_id);
create index drawing_of_routing on drawing (org_id, routing_id);
create index drawing_of_attachment on drawing (org_id, attachment_id);
create table document_folder (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  name text not null,
  remark text,
  constraint document_folder_name unique (org_id, name)
);
create table document (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  document_no text not null,
  name text not null,
  version text not null,
  folder_id uuid,
  review_date bigint,
  material_id uuid,
  process_id uuid,
  routing_id uuid,
  -- the version's one file; its name, bytes and kind as they are in attachment, for lists and histories
  attachment_id uuid not null,
  file_name text not null,
  file_size integer not null,
  mime_type text not null,
  status smallint not null default 0,
  released_time bigint,
  released_by uuid,
  withdrawn_time bigint,
  change_note text,
  remark text,
  custom jsonb not null default '{}',
  -- in the recycle bin since
  deleted_time bigint,
  deleted_by uuid,
  foreign key (org_id, folder_id) references document_folder (org_id, id),
  foreign key (org_id, attachment_id) references attachment (org_id, id),
  foreign key (org_id, material_id) references material (org_id, id),
  foreign key (org_id, process_id) references process (org_id, id),
  foreign key (org_id, routing_id) references routing (org_id, id)
);
create unique index document_version on document (org_id, document_no, version) where deleted_time is null;
create unique index document_valid on document (org_id, document_no) where status = 1;
create index document_of_material on document (org_id, material_id);
create index document_of_process on document (org_id, process_id);
create index document_of_routing on document (org_id, routing_id);
create index document_of_attachment on document (org_id, attachment_id);
create index document_of_folder on document (org_id, folder_id);
