-- From where the session was used last; `address` is from where it signed in.
alter table session add column used_address text;
