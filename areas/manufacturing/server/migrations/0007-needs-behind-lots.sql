-- Of a purchase that a plan asks for: what is needed, beside the quantity that the lot makes of it.
alter table plan_message add column needed_quantity numeric(20,6);
