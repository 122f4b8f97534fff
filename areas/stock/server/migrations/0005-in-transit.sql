-- What a transfer has sent and nobody has received yet lies in one bin, in which only transfers move goods.
alter table location add column transit boolean not null default false;
create unique index location_of_transit on location (org_id) where transit;
-- When goods that are in transit are expected; null: they are here.
alter table inventory add column arrives_time bigint;
