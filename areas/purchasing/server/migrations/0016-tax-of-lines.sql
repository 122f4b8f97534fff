-- Of a line that is taxed otherwise than its order; null: as the order.
alter table purchase_order_line add tax_rate numeric(20,6) check (tax_rate between 0 and 100);
