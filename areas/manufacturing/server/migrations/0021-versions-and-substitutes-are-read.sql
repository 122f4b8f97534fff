-- The days of versions are read by the material plan, too.
drop function note_material_plan_all_of_material_bom_update() cascade;
drop function note_material_plan_all_of_manufacturing_bom_update() cascade;
drop function note_material_plan_all_of_routing_update() cascade;
select note_changes('material_plan', target.name, 'all', matters => target.matters::text[], events => '{update}')
  from (values
    ('material_bom', '{material_id,status,is_default,base_quantity,valid_from,expiry_time}'),
    ('manufacturing_bom', '{material_id,material_bom_id,routing_id,status,is_default,valid_from,expiry_time}'),
    ('routing', '{material_id,status,is_default,valid_from,expiry_time}')) as target (name, matters);
