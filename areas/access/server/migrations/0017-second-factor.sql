-- The second factor of a member: the secret that the authenticator shares, and the codes for the day it is lost.
create table user_mfa (
  org_id uuid not null references org (id),
  user_id uuid not null,
  -- base32, as the authenticator keeps it
  secret text not null,
  -- The member has proved that the authenticator has it; before that it asks for nothing.
  confirmed boolean not null default false,
  -- Of the last code that was taken: each is taken once.
  used_step bigint not null default 0,
  created_time bigint not null default epoch_now(),
  primary key (org_id, user_id),
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade
);
-- Only the hash is kept; a code that was used is gone.
create table recovery_code (
  org_id uuid not null,
  user_id uuid not null,
  code_hash text not null,
  primary key (org_id, user_id, code_hash),
  foreign key (org_id, user_id) references user_mfa (org_id, user_id) on delete cascade
);
