-- Contents of files, once for each company and contents. Compressed formats do not get smaller: stored as they come.
create table file_content (
  org_id uuid not null default app_org(),
  sha256 text not null,
  size integer not null,
  content bytea not null,
  created_time bigint not null default epoch_now(),
  primary key (org_id, sha256)
);
alter table file_content alter column content set storage external;
