-- The list's own order: newest first.
create index purchase_order_by_time on purchase_order (org_id, created_time, id);
