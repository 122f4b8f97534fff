-- What was consumed in a year, and what moved in a period, is read by its time.
create index stock_movement_by_time on stock_movement (org_id, movement_time);
