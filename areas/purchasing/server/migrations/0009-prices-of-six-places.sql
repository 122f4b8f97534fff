-- A price has the places that may be given for it: kept with fewer, it would not make the amount that was approved.
alter table purchase_order_line alter column price type numeric(20,6);
