-- Found by how the code begins, in the order of bytes: what row-level security lets an index answer is no pattern, but a range.
create index material_by_code on material (org_id, code collate "C");
