-- By when something is to be ordered or begun follows from its steps, which no statement knows: it stands in the message.
alter table plan_message add column by_time bigint;
update plan_message t set by_time = t.to_time - m.supply_lead_time * 86400::bigint from material m
  where m.org_id = t.org_id and m.id = t.material_id and (t.kind in ('make', 'buy') or t.kind in ('expedite', 'defer') and t.source_type in (4, 5));

-- How long steps take is read by the material plan: with other times all of it is another one.
do $$
declare target record;
begin
  for target in select * from (values
    ('cycle_time', '{material_id,process_id,device_id,cycle_seconds,batch_quantity,setup_seconds,expected_oee,status}'),
    ('device', '{calendar_id,workgroup_id,efficiency,status}'),
    ('device_process', '{}'),
    ('workgroup', '{calendar_id}'),
    ('calendar', '{shifts,is_default}'),
    ('manufacturing_bom', '{material_id,material_bom_id,routing_id,status,is_default}'),
    ('manufacturing_bom_node', '{}'),
    ('routing', '{material_id,status}'),
    ('routing_step', '{}')) as t (name, matters)
  loop
    perform note_changes('material_plan', target.name, 'all', matters => target.matters::text[]);
  end loop;
end $$;
