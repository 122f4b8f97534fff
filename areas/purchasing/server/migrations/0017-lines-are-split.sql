-- Which part of what its requests ask for a line stands for: a line that was split shares them with the others. No end: all the rest.
alter table purchase_order_line add column asked_from numeric(20,6) not null default 0, add column asked_to numeric(20,6);
