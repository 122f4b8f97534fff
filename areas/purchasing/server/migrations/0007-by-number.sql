-- Found by how the number begins: a range of bytes, as row-level security lets no pattern be answered by an index.
create index purchase_order_by_number on purchase_order (org_id, no collate "C");
create index purchase_request_by_number on purchase_request (org_id, no collate "C");
