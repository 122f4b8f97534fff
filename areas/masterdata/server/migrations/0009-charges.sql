-- A furnace takes operations together as one charge, up to so much load; of which kind is a matter of the process.
alter table device add column charge_capacity numeric(20,6) check (charge_capacity > 0);
-- what may stand in a charge together: 1 the same product, 2 the same series, 3 the same furnace code of the order, 4 anything
alter table process add column charge_by smallint not null default 1 check (charge_by between 1 and 4);
