-- Found by how the number begins: a range of bytes, as row-level security lets no pattern be answered by an index.
create index inventory_by_lot on inventory (org_id, lot_number collate "C") where lot_number <> '';
