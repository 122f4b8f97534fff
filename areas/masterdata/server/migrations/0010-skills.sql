-- Who can do what, how well, and until when; and how well a process asks for.
create table skill (
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
  process_id uuid not null,
  level smallint not null default 1 check (level between 1 and 4),
  -- its last day; null: for good
  valid_to bigint,
  certificate text,
  remark text,
  unique (org_id, user_id, process_id),
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade,
  foreign key (org_id, process_id) references process (org_id, id)
);
create index skill_of_process on skill (org_id, process_id);
-- 0: nobody asks for a skill
alter table process add column skill_level smallint not null default 0 check (skill_level between 0 and 4);
