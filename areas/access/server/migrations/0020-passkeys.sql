-- A passkey of a member: the public key of a pair of which the other half never leaves the authenticator.
create table passkey (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  user_id uuid not null,
  name text not null,
  -- base64url, as browsers speak of it
  credential_id text not null,
  public_key text not null,
  -- How the browser reaches the authenticator.
  transports text[] not null,
  -- Of the last use; an authenticator that counts never counts back.
  counter bigint not null,
  -- Name of the address for which it was made.
  rp_id text not null,
  is_synced boolean not null,
  created_time bigint not null default epoch_now(),
  used_time bigint,
  primary key (org_id, id),
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade
);
create unique index passkey_credential on passkey (credential_id);
create index passkey_of_user on passkey (org_id, user_id, created_time desc);
-- Asked of an authenticator, and answered once. Of a member who adds a passkey; without one, of whoever signs in.
create table passkey_challenge (
  challenge text primary key,
  user_id uuid,
  address text not null,
  expire_time bigint not null
);
create index passkey_challenge_of_address on passkey_challenge (address) where user_id is null;
create index passkey_challenge_age on passkey_challenge (expire_time);
-- A passkey has been proved within the session: both factors at once.
alter table session add column passkey_proved boolean not null default false;
