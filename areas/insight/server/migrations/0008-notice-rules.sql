-- Which matters the company wants to be told of, who is told, how, and who when nobody answers.
create table notice_rule (
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
  event text not null,
  status smallint not null default 1,
  -- days, hours or percent, as the event counts
  threshold integer not null default 0,
  least_value numeric(20,6),
  to_owner boolean not null default false,
  role_ids uuid[] not null default '{}',
  user_ids uuid[] not null default '{}',
  by_mail boolean not null default false,
  by_hook boolean not null default false,
  raise_hours integer,
  raise_role_ids uuid[] not null default '{}',
  raise_user_ids uuid[] not null default '{}',
  -- minutes of the day between which mail waits
  quiet_from integer,
  quiet_until integer
);
-- One matter that a rule has told of, as long as it lasts and after.
create table notice_case (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  primary key (org_id, id),
  rule_id uuid not null,
  foreign key (org_id, rule_id) references notice_rule (org_id, id) on delete cascade,
  event text not null,
  object_id uuid not null,
  object_no text not null,
  subject text,
  measure integer not null,
  value numeric(20,6),
  status smallint not null default 0,
  by_hook boolean not null default false,
  told_ids uuid[] not null default '{}',
  opened_time bigint not null default epoch_now(),
  raised_time bigint,
  answered_time bigint,
  answered_by uuid,
  over_time bigint
);
create unique index notice_case_that_lasts on notice_case (org_id, rule_id, object_id) where over_time is null;
create index notice_case_latest on notice_case (org_id, opened_time desc, id desc);
create index notice_case_of_rule on notice_case (org_id, rule_id, opened_time desc);
create index notice_case_told on notice_case using gin (told_ids) where over_time is null;
create index notice_case_age on notice_case using brin (opened_time);
-- A mail about a matter to one member, until it is sent or needless.
create table notice_mail (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  primary key (org_id, id),
  case_id uuid not null,
  user_id uuid not null,
  due_time bigint not null,
  attempts integer not null default 0,
  foreign key (org_id, case_id) references notice_case (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade
);
create index notice_mail_due on notice_mail (due_time);
create index notice_mail_of_case on notice_mail (org_id, case_id);
-- When a company's matters were looked at last, and how long that took.
create table notice_watch (
  org_id uuid primary key references org (id),
  looked_time bigint not null,
  took_ms integer not null default 0
);
create trigger note_for_web_hooks after insert on notice_case referencing new table as new_rows
  for each statement execute function note_row_for_web_hooks('id');
