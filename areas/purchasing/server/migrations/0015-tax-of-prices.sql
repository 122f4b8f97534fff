-- The tax on top of a price; null: that of the supplier.
alter table unit_price add column tax_rate numeric(20,6) check (tax_rate between 0 and 100);
