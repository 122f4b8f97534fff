-- Companies, their members and what each may open.
create table org (
  id uuid primary key,
  org_id uuid generated always as (id) stored,
  company_code text not null unique,
  name text not null unique,
  industry text,
  time_zone text not null default 'Asia/Shanghai',
  currency text not null default 'CNY',
  status smallint not null default 1,
  created_time bigint not null default epoch_now()
);
create table app_user (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  account text not null,
  name text not null,
  phone text,
  email text,
  job_number text,
  password_hash text not null,
  status smallint not null default 1,
  is_admin boolean not null default false,
  -- the last role was taken away: the next call answers 7025
  invalid_role boolean not null default false,
  -- a deleted member is disabled and hidden; the name stays for reports and histories
  dropped boolean not null default false
);
create unique index app_user_account on app_user (org_id, account) where not dropped;
-- Beside the member, whose version must not move because somebody signs in.
create table last_sign_in (
  org_id uuid not null,
  user_id uuid not null,
  at bigint not null default epoch_now(),
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade
);
create table role (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  role_name text not null,
  remark text,
  unique (org_id, role_name)
);
create table app_permission (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  role_id uuid not null,
  app_code text not null default 'mep',
  page_paths text[] not null default '{}',
  data_scope smallint not null default 40,
  unique (org_id, role_id, app_code),
  foreign key (org_id, role_id) references role (org_id, id) on delete cascade
);
create table user_role (
  org_id uuid not null default app_org() references org (id),
  user_id uuid not null,
  role_id uuid not null,
  primary key (org_id, user_id, role_id),
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade,
  foreign key (org_id, role_id) references role (org_id, id)
);
-- Only the hash of a token is kept.
create table session (
  token_hash text primary key,
  org_id uuid not null references org (id),
  user_id uuid not null,
  created_time bigint not null default epoch_now(),
  used_time bigint not null default epoch_now(),
  expire_time bigint not null,
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade
);
create index session_of_user on session (org_id, user_id);
-- Failed sign-ins slow the next ones down; keyed by what was typed, so that unknown accounts behave alike.
create table sign_in_failure (
  company_code text not null,
  account text not null,
  address text not null,
  failed_at bigint not null default epoch_now()
);
create index sign_in_failure_of_account on sign_in_failure (company_code, account, failed_at);
create index sign_in_failure_of_address on sign_in_failure (address, failed_at);
create table user_config (
  org_id uuid not null default app_org() references org (id),
  user_id uuid not null,
  config_key text not null,
  config_value text not null,
  primary key (org_id, user_id, config_key),
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade
);
create table organization_config (
  org_id uuid not null default app_org() references org (id),
  config_key text not null,
  config_value text not null,
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  primary key (org_id, config_key)
);
