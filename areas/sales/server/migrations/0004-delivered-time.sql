-- When something of the line left last; earlier deliveries were not timed.
alter table sales_order_line add column delivered_time bigint;
