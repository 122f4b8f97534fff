-- Who signs in by passkey is given a challenge that nothing is kept of: it is known again by this key. What was answered is kept until it is over.
create table passkey_challenge_key (
  is_only boolean primary key default true check (is_only),
  key text not null
);
insert into passkey_challenge_key (key) values (gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text);
drop index passkey_challenge_of_address;
alter table passkey_challenge drop column address;
