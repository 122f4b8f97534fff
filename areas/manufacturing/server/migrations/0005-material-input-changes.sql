-- What the material plan reads: of an order, of a material, or anything. What a plan has stored is noted too: it is compared
-- with the next one.
do $$
declare target record;
begin
  for target in select * from (values
    ('mo', 'order', 'id', '{no,status,material_id,material_locked,priority,delivery_date,planned_start_time,material_bom_id,order_id,
      material_status,kitting_time,kitting_days,deciding_material_id}'),
    ('mo', 'material', 'material_id', '{status,material_id,planned_quantity,inbound_quantity,planned_finish_time,parent_mo_id,order_line_id}'),
    ('mo_component', 'order', 'mo_id', '{}'),
    ('mo_component', 'material', 'material_id', '{mo_id,material_id,required_quantity,picked_quantity}'),
    ('mo_assignment', 'order', 'mo_id', '{}'),
    ('inventory', 'material', 'material_id', '{material_id,quantity,quality_status,expire_time,first_in_time}'),
    ('purchase_order_line', 'material', 'material_id', '{material_id,quantity,received_quantity,eta}'),
    ('material_bom', 'all', 'null::uuid', '{material_id,status,is_default,base_quantity,expiry_time}'),
    ('material_bom_line', 'all', 'null::uuid', '{material_id,quantity,scrap_rate,substitutes}')) as t (name, what, key, matters)
  loop
    perform note_changes('material_plan', target.name, target.what, target.key, target.matters::text[]);
  end loop;
  -- What is referred to: new rows matter to nobody yet, and what goes is not referred to.
  perform note_changes('material_plan', 'material', 'all', events => '{update}',
    matters => '{kind,unit_id,supply_lead_time,minimum_lot,packaging_size,safety_stock}');
  perform note_changes('material_plan', 'unit', 'all', events => '{update}', matters => '{precision}');
  perform note_changes('material_plan', 'purchase_order', 'material', 'id', '{status,eta}', events => '{update}',
    told => 'select l.org_id, l.material_id as about from changed
      join purchase_order_line l on l.org_id = changed.org_id and l.order_id = changed.key');
end $$;
