-- Found by how the number begins: a range of bytes, as row-level security lets no pattern be answered by an index.
create index mo_by_number on mo (org_id, no collate "C");
