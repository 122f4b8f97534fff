-- What a process pays for a piece or an hour. A rate holds until the next of the same kind begins, so two never overlap.
create table wage_rate (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  process_id uuid not null,
  material_id uuid,
  grade text,
  wage_type smallint not null,
  rate numeric(20,6) not null check (rate >= 0),
  deduction numeric(20,6) not null default 0 check (deduction >= 0),
  split smallint not null default 1,
  valid_from bigint not null,
  remark text,
  constraint wage_rate_once unique nulls not distinct (org_id, process_id, material_id, grade, valid_from),
  foreign key (org_id, process_id) references process (org_id, id),
  foreign key (org_id, material_id) references material (org_id, id)
);
create index wage_rate_of_material on wage_rate (org_id, material_id);
-- By which grade and with which weight a person is paid, until the next entry of the same person begins.
create table wage_grade (
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
  grade text,
  coefficient numeric(20,6) not null default 1 check (coefficient > 0),
  valid_from bigint not null,
  remark text,
  constraint wage_grade_once unique (org_id, user_id, valid_from),
  foreign key (org_id, user_id) references app_user (org_id, id)
);
-- A period begins where the one before it ends: none is paid twice and none is left out.
create table wage_period (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  no text not null,
  status smallint not null default 0,
  start_time bigint not null,
  end_time bigint not null,
  computed_time bigint,
  locked_time bigint,
  constraint wage_period_number unique (org_id, no),
  constraint wage_period_once unique (org_id, start_time),
  check (end_time > start_time)
);
-- What one person gets for a period.
create table wage_sheet (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  period_id uuid not null,
  user_id uuid not null,
  status smallint not null default 0,
  quantity numeric(20,6) not null default 0,
  defective_quantity numeric(20,6) not null default 0,
  work_seconds bigint not null default 0,
  piece_wage numeric(20,2) not null default 0,
  hour_wage numeric(20,2) not null default 0,
  supplement_wage numeric(20,2) not null default 0,
  deduction_wage numeric(20,2) not null default 0,
  correction_wage numeric(20,2) not null default 0,
  total_wage numeric(20,2) not null default 0,
  objection text,
  answer text,
  unique (org_id, period_id, user_id),
  check (total_wage = piece_wage + hour_wage + supplement_wage + deduction_wage + correction_wage),
  foreign key (org_id, period_id) references wage_period (org_id, id),
  foreign key (org_id, user_id) references app_user (org_id, id)
);
create index wage_sheet_of_user on wage_sheet (org_id, user_id);
-- A manual entry: allowance, deduction, or work that no report tells of.
create table supplement_sheet (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  no text not null,
  status smallint not null default 0,
  approval_status smallint,
  kind smallint not null,
  user_id uuid not null,
  sheet_date bigint not null,
  process_id uuid,
  material_id uuid,
  quantity numeric(20,6) not null default 0,
  work_seconds integer not null default 0,
  -- Never negative: a deduction is one by its kind.
  wage numeric(20,2) not null check (wage >= 0),
  reason text not null,
  remark text,
  unique (org_id, no),
  foreign key (org_id, user_id) references app_user (org_id, id),
  foreign key (org_id, process_id) references process (org_id, id),
  foreign key (org_id, material_id) references material (org_id, id)
);
create index supplement_sheet_of_user on supplement_sheet (org_id, user_id);
create index supplement_sheet_by_day on supplement_sheet (org_id, sheet_date);
-- Every cent of a sheet, with what it is for. They come and go with their period, a hundred thousand at once: a foreign key would look
-- it up for each.
create table wage_line (
  org_id uuid not null default app_org() references org (id),
  period_id uuid not null,
  line_no integer not null,
  user_id uuid not null,
  kind smallint not null,
  report_id uuid,
  supplement_id uuid,
  quantity numeric(20,6) not null default 0,
  work_seconds integer not null default 0,
  rate numeric(20,6),
  amount numeric(20,2) not null,
  primary key (org_id, period_id, user_id, line_no),
  check (report_id is null or supplement_id is null)
);
create index wage_line_of_report on wage_line (org_id, report_id) where report_id is not null;
create index wage_line_of_supplement on wage_line (org_id, supplement_id) where supplement_id is not null;
