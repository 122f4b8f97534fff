-- A company may count a purchase as it usually comes: what is learnt of a supplier is noted for the materials that are open with it,
-- what is learnt of all for those of every supplier.
select note_changes('material_plan', 'supplier_delay', 'material', 'supplier_id', '{p50_days,p90_days}',
  told => 'select l.org_id, l.material_id as about from changed
    join purchase_order o on o.org_id = changed.org_id and (changed.key is null or o.supplier_id = changed.key)
    join purchase_order_line l on l.org_id = o.org_id and l.order_id = o.id and l.quantity > l.received_quantity');
