-- How much more than ordered may come in, in percent; null: as the supplier, then the company says.
alter table material add over_receipt_percent smallint check (over_receipt_percent between 0 and 100);
alter table supplier add over_receipt_percent smallint check (over_receipt_percent between 0 and 100);
