-- The list's own order: newest first.
create index material_by_time on material (org_id, created_time, id);
