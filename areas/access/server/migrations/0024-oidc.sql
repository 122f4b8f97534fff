-- The company's own sign-in (OpenID Connect): where it is, how its people are known, and whether it is the only way.
create table oidc_provider (
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
  issuer text not null,
  client_id text not null,
  account_claim text not null,
  mail_domains text[] not null default '{}',
  creates_members boolean not null default false,
  role_ids uuid[] not null default '{}',
  proves_factor boolean not null default false,
  is_required boolean not null default false,
  -- the one administrator whose password still signs in
  keeper_id uuid,
  enabled boolean not null default true,
  unique (org_id)
);
-- Beside it, so that no history holds the secret; encrypted.
create table oidc_secret (
  org_id uuid not null default app_org() references org (id),
  provider_id uuid not null,
  primary key (org_id, provider_id),
  foreign key (org_id, provider_id) references oidc_provider (org_id, id) on delete cascade,
  sealed text not null
);
-- Who of the provider is which member: the subject never changes, names and addresses do.
create table oidc_identity (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  primary key (org_id, id),
  user_id uuid not null,
  issuer text not null,
  subject text not null,
  created_time bigint not null default epoch_now(),
  unique (org_id, issuer, subject),
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade
);
create index oidc_identity_of_user on oidc_identity (org_id, user_id);
-- A sign-in on its way to the provider and back; the browser that began it holds what `binding_hash` is of.
create table oidc_attempt (
  org_id uuid not null references org (id),
  id uuid not null,
  primary key (org_id, id),
  state text not null unique,
  nonce text not null,
  verifier text not null,
  binding_hash text not null,
  redirect_uri text not null,
  address text not null,
  expire_time bigint not null,
  -- proved by the provider; only the second factor is missing
  user_id uuid
);
create index oidc_attempt_age on oidc_attempt (expire_time);
create index oidc_attempt_of_address on oidc_attempt (address);
