-- The plan counts on a purchase as it is announced now: another day of it is noted for the orders that wait for it.
select note_changes('schedule', 'purchase_order_line', 'order', 'id', '{eta}', events => '{update}',
  told => 'select a.org_id, a.mo_id as about from changed join mo_assignment a on a.org_id = changed.org_id and a.source_id = changed.key');
select note_changes('schedule', 'purchase_order', 'order', 'id', '{eta}', events => '{update}',
  told => 'select a.org_id, a.mo_id as about from changed join purchase_order_line l on l.org_id = changed.org_id and l.order_id = changed.key
    join mo_assignment a on a.org_id = l.org_id and a.source_id = l.id');
