-- How much room a company's files may take, where it differs from the installation's usual limit.
create table storage_allowance (
  org_id uuid primary key default app_org(),
  megabytes bigint not null check (megabytes >= 0)
);

-- Written now and then to see whether the database takes writes.
create table write_probe (
  id integer primary key check (id = 1),
  at bigint not null default epoch_now()
);
insert into write_probe (id) values (1);

-- A key belongs to the user who made it up: nobody meets the keys of a colleague.
alter table idempotency_key no force row level security;
alter table audit_log no force row level security;
alter table idempotency_key add column user_id uuid;
update idempotency_key k set user_id = a.user_id
  from audit_log a where a.org_id = k.org_id and a.request_key = k.request_key and a.call = k.call;
delete from idempotency_key where user_id is null;
alter table idempotency_key alter column user_id set not null, alter column user_id set default app_user();
alter table idempotency_key drop constraint idempotency_key_pkey, add primary key (org_id, user_id, request_key);
