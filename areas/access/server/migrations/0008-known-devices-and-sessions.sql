-- What wrong guesses are counted by: 'sign_in' from anywhere, 'device' from a browser that has signed in to the account or a
-- session of it (named by its hash in `address`), 'code', 'link' and 'logo' by address alone. `account` is the member's id
-- when there is one: account, phone and email are one.
alter table sign_in_failure add column kind text not null default 'sign_in';
drop index sign_in_failure_of_account;
drop index sign_in_failure_of_address;
create index sign_in_failure_of_account on sign_in_failure (company_code, account, kind, failed_at);
create index sign_in_failure_of_address on sign_in_failure (address, kind, failed_at);

-- A browser from which a member has signed in: strangers who guess do not shut it out. Only the hash of its key is kept.
create table known_device (
  org_id uuid not null references org (id),
  user_id uuid not null,
  key_hash text not null,
  used_time bigint not null default epoch_now(),
  primary key (org_id, user_id, key_hash),
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade
);

-- A session as its owner sees it in the list; the token's hash never leaves the table.
alter table session add column id uuid not null default gen_random_uuid();
alter table session add column address text;
alter table session add column agent text;
create unique index session_id on session (org_id, id);
