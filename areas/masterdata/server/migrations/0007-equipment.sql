-- What an hour of a machine costs, how often it is maintained, and why it stood.
alter table device add column hourly_rate numeric(20,6) check (hourly_rate >= 0),
  add column maintenance_days integer check (maintenance_days between 1 and 365);
-- 1 broken down, 2 maintenance, 3 other: only the first is a loss of its planned time
alter table device_freeze add column kind smallint not null default 3 check (kind between 1 and 3);
