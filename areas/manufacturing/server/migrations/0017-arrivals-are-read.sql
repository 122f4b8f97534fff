-- What is announced of a purchase order line counts by its own day.
select note_changes('material_plan', 'arrival_line', 'material', 'material_id', '{material_id,order_line_id,quantity,received_quantity}');
select note_changes('material_plan', 'arrival', 'material', 'id', '{status,planned_date}', events => '{update}',
  told => 'select l.org_id, l.material_id as about from changed
    join arrival_line l on l.org_id = changed.org_id and l.arrival_id = changed.key');
