-- The plan counts on each part of a purchase by its own day: another one is noted for the orders that wait for the line.
select note_changes('schedule', 'arrival_line', 'order', 'order_line_id', '{order_line_id,quantity,received_quantity}',
  told => 'select a.org_id, a.mo_id as about from changed join mo_assignment a on a.org_id = changed.org_id and a.source_id = changed.key');
select note_changes('schedule', 'arrival', 'order', 'id', '{status,planned_date}', events => '{update}',
  told => 'select a.org_id, a.mo_id as about from changed join arrival_line l on l.org_id = changed.org_id and l.arrival_id = changed.key
    join mo_assignment a on a.org_id = l.org_id and a.source_id = l.order_line_id');
