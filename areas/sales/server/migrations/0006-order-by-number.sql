-- Found by how the number begins: a range of bytes, as row-level security lets no pattern be answered by an index.
create index sales_order_by_number on sales_order (org_id, no collate "C");
