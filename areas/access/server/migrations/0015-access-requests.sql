-- A member asks for a page that is not open to him or her; who manages roles answers.
create table access_request (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  user_id uuid not null,
  page_path text not null,
  reason text not null,
  status smallint not null,
  answer text,
  answered_by uuid,
  answered_time bigint,
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade
);
-- One that waits for each page.
create unique index access_request_waiting on access_request (org_id, user_id, page_path) where answered_time is null;
create index access_request_latest on access_request (org_id, created_time desc);
