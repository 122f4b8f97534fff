-- How a report is made, under a name: read by who made it, by some roles or by all of the company, each under the own rights.
create table saved_report (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  owner_id uuid not null,
  name text not null,
  definition jsonb not null,
  -- of which one opens some of its figures: who has none of them finds nothing in it
  page_paths text[] not null,
  sharing smallint not null default 0,
  role_ids uuid[] not null default '{}',
  constraint saved_report_name_of_owner unique (org_id, owner_id, name),
  foreign key (org_id, owner_id) references app_user (org_id, id) on delete cascade
);
-- A saved report that goes out by mail by itself, each receiver's under the rights of that receiver.
create table report_mailing (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  report_id uuid not null,
  is_on boolean not null default true,
  rhythm smallint not null,
  -- of the company's clocks
  hour smallint not null,
  weekday smallint,
  month_day smallint,
  user_ids uuid[] not null default '{}',
  role_ids uuid[] not null default '{}',
  language text not null,
  with_file boolean not null default true,
  -- under which the product was reached by who set it up; null: nobody knows
  origin text,
  constraint report_mailing_of_report unique (org_id, report_id),
  foreign key (org_id, report_id) references saved_report (org_id, id) on delete cascade
);
-- When it goes out next; nothing of what is off.
create table report_clock (
  org_id uuid not null default app_org() references org (id),
  mailing_id uuid not null,
  next_time bigint not null,
  primary key (org_id, mailing_id),
  foreign key (org_id, mailing_id) references report_mailing (org_id, id) on delete cascade
);
create index report_clock_due on report_clock (next_time);
-- One mail of a run to one member; what it says is kept until it is sent.
create table report_letter (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  primary key (org_id, id),
  mailing_id uuid not null,
  user_id uuid not null,
  run_time bigint not null,
  status smallint not null default 0,
  problem text,
  -- under what rights it was made: with others it is made anew
  rights text,
  subject text,
  words text,
  html text,
  file_name text,
  file_content bytea,
  attempts integer not null default 0,
  due_time bigint not null default epoch_now(),
  sent_time bigint,
  -- of a run nobody gets two
  constraint report_letter_once unique (org_id, mailing_id, run_time, user_id),
  foreign key (org_id, mailing_id) references report_mailing (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade
);
create index report_letter_waits on report_letter (org_id, due_time) where status in (0, 1, 2);
create index report_letter_of_user on report_letter (org_id, user_id);
create index report_letter_age on report_letter using brin (run_time);
