-- Bought beyond the safety stock once it is reached, as the inventory plan has it: days of demand that are bought at a time.
alter table material add column reorder_quantity numeric(20,6) not null default 0 check (reorder_quantity >= 0);
