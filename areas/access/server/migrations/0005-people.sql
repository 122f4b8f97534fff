-- A person has proved a phone or an email, and may be a member of several companies with it.
create table person (
  id uuid primary key,
  contact text not null unique,
  created_time bigint not null default epoch_now()
);
-- Set by the person's own acts only (sign-up, invitation, reset by code) and cut when an administrator sets the password:
-- who manages one company must not get into another by it.
alter table app_user add column person_id uuid references person (id);
create unique index app_user_person on app_user (org_id, person_id) where not dropped and person_id is not null;
create index app_user_of_person on app_user (person_id) where person_id is not null;

-- Codes that prove a phone or an email. Only the hash is kept.
create table verify_code (
  id uuid primary key,
  contact text not null,
  scene text not null,
  code_hash text not null,
  address text not null,
  tries smallint not null default 0,
  used boolean not null default false,
  sent_time bigint not null default epoch_now(),
  expire_time bigint not null
);
create index verify_code_of_contact on verify_code (contact, sent_time);
create index verify_code_of_address on verify_code (address, sent_time);

create table invitation (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  key_hash text not null,
  role_id uuid,
  -- how many people may still join with it
  uses_left integer not null,
  expire_time bigint not null,
  foreign key (org_id, role_id) references role (org_id, id) on delete cascade
);
create unique index invitation_key on invitation (key_hash);

-- Applications that a company is authorised for; without an end when expire_time is null.
create table org_app (
  org_id uuid not null default app_org() references org (id),
  app_code text not null,
  expire_time bigint,
  primary key (org_id, app_code)
);
insert into org_app (org_id, app_code) select id, 'mep' from org;

-- Null: every action of the pages. A list: only these.
alter table app_permission add column action_keys text[];

create table notice (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  user_id uuid not null,
  -- an equal sign replaces the earlier notice
  sign text,
  text jsonb not null,
  type text not null default 'info',
  btn jsonb,
  href text,
  href_title jsonb,
  duration integer not null default 1900,
  read boolean not null default false,
  created_time bigint not null default epoch_now(),
  primary key (org_id, id),
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade
);
create unique index notice_sign on notice (org_id, user_id, sign) where sign is not null;
create index notice_latest on notice (org_id, user_id, created_time desc);

-- A link to one object for people without an account. Only the hash of its key is kept.
create table share_link (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  key_hash text not null,
  object_type text not null,
  object_id uuid not null,
  -- the reader may answer once
  editable boolean not null default false,
  shows_prices boolean not null default false,
  expire_time bigint not null,
  revoked boolean not null default false,
  opened_count integer not null default 0,
  opened_time bigint,
  answer jsonb,
  answer_time bigint
);
create unique index share_link_key on share_link (key_hash);
create index share_link_of_object on share_link (org_id, object_type, object_id);
