-- What was done with an approval, in order: a step that is returned to is open again, what was decided on it stays told here.
create table approval_event (
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
  -- an action of the status table: approve, reject, return, delegate, withdraw, remind
  action text not null,
  user_id uuid not null,
  -- to whom it was returned or passed on
  to_user_id uuid,
  comment text,
  at bigint not null,
  foreign key (org_id, approval_id) references approval (org_id, id) on delete cascade
);
create index approval_event_of_approval on approval_event (org_id, approval_id, at);
