-- The material plan counts on goods that are to be inspected for the time of their release, and on goods in transit for that of their coming.
drop function note_material_plan_material_of_inventory_update cascade;
select note_changes('material_plan', 'inventory', 'material', 'material_id',
  '{material_id,quantity,quality_status,expire_time,first_in_time,release_time,arrives_time}', events => '{update}');
