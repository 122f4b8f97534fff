-- The list's own order: newest first.
create index receipt_by_time on receipt (org_id, receipts_type, created_time, id);
