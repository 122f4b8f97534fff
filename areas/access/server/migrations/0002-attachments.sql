-- A file at a record of any kind; without object_id it waits, seen by its uploader only, for the record to be saved.
create table attachment (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  module text,
  object_id uuid,
  file_name text not null,
  file_size integer not null,
  mime_type text not null,
  sha256 text not null,
  foreign key (org_id, sha256) references file_content (org_id, sha256)
);
create index attachment_of_object on attachment (org_id, module, object_id);
create index attachment_of_content on attachment (org_id, sha256);
