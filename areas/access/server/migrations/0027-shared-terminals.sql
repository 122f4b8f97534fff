-- A tablet or phone of the floor at which members sign in by PIN, one after the other.
create table terminal (
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
  -- where it stands
  place text,
  idle_minutes integer not null,
  status smallint not null default 1,
  unique (org_id, name)
);
-- Beside it, so that no history holds the secret and no version moves because somebody works at it.
create table terminal_device (
  org_id uuid not null,
  terminal_id uuid not null,
  -- of what its cookie holds
  secret_hash text not null unique,
  agent text not null,
  seen_time bigint not null default epoch_now(),
  seen_address text not null,
  -- what it had not sent, as it said last
  waiting integer not null default 0,
  -- how often it was released: it sends nothing by itself that it has kept since before
  releases integer not null default 0,
  primary key (org_id, terminal_id),
  foreign key (org_id, terminal_id) references terminal (org_id, id) on delete cascade
);
-- Who has signed in at it by PIN, for the choice of persons.
create table terminal_user (
  org_id uuid not null,
  terminal_id uuid not null,
  user_id uuid not null,
  used_time bigint not null default epoch_now(),
  primary key (org_id, terminal_id, user_id),
  foreign key (org_id, terminal_id) references terminal (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade
);
create index terminal_user_of_user on terminal_user (org_id, user_id);

-- Opens a session at the company's terminals alone.
create table user_pin (
  org_id uuid not null,
  user_id uuid not null,
  pin_hash text not null,
  created_time bigint not null default epoch_now(),
  -- since the last right one; with too many it is locked until it is set anew
  wrong integer not null default 0,
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade
);

-- Opened at the terminal, with which it ends; by PIN it does what is done there.
alter table session add column terminal_id uuid;
alter table session add column by_pin boolean not null default false;
alter table session add foreign key (org_id, terminal_id) references terminal (org_id, id) on delete cascade;
alter table session add check (not by_pin or terminal_id is not null);
create index session_of_terminal on session (org_id, terminal_id) where terminal_id is not null;
