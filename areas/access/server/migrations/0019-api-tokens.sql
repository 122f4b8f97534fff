-- What a member's own programs call by: some of the member's pages, to read only or to write too, until a day.
create table api_token (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  user_id uuid not null,
  name text not null,
  -- Shown once to who makes it; only the hash is kept.
  token_hash text not null,
  page_paths text[] not null,
  writes boolean not null,
  created_time bigint not null default epoch_now(),
  expire_time bigint not null,
  -- To the hour.
  used_time bigint,
  -- It stays for the audit rows that name it.
  revoked_time bigint,
  primary key (org_id, id),
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade
);
create unique index api_token_hash on api_token (token_hash);
create index api_token_of_user on api_token (org_id, user_id, created_time desc);
create index api_token_age on api_token (expire_time);
