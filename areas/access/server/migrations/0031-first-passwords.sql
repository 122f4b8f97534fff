-- Somebody else has set the password: its owner chooses another one at the next sign-in by it, where the company asks for that.
alter table app_user add column first_password boolean not null default false;
