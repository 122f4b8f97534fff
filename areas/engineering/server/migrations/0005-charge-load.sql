-- What a piece takes of the charge of a furnace.
alter table cycle_time add column charge_load numeric(20,6) not null default 1 check (charge_load > 0);
