-- Found by how the number begins: a range of bytes, as row-level security lets no pattern be answered by an index.
create index receipt_by_number on receipt (org_id, no collate "C");
