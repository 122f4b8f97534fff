-- What planning reads is noted as any reader's input is. Nothing of the notes so far is needed: a server that starts reads all.
do $$
declare target record;
begin
  for target in select tgname as trigger, tgrelid::regclass as name from pg_trigger
    where tgfoid in ('note_orders'::regproc, 'note_orders_of_parts'::regproc, 'note_all'::regproc)
  loop
    execute format('drop trigger %I on %s', target.trigger, target.name);
  end loop;
end $$;
drop function note_orders, note_orders_of_parts, note_all, note_input_change(uuid, text, uuid[]), clear_input_changes(uuid);
drop table plan_input_change;

do $$
declare target record;
begin
  for target in select * from (values ('mo', 'id'),
    ('mo_operation', 'mo_id'), ('mo_component', 'mo_id'), ('mo_assignment', 'mo_id'), ('production_task', 'mo_id')) as t (name, key)
  loop
    perform note_changes('schedule', target.name, 'order', target.key);
  end loop;
  -- The operation may be gone with its parts; its own row has been noted then.
  perform note_changes('schedule', 'operation_part', 'order', 'operation_id',
    told => 'select x.org_id, x.mo_id as about from changed join mo_operation x on x.org_id = changed.org_id and x.id = changed.key');
  -- What was made last, by what machine, and what that is.
  perform note_changes('schedule', 'production_task', 'devices', counts => 'status = 2');
  perform note_changes('schedule', 'mo', 'devices', matters => '{material_id}', events => '{update}');
  for target in select unnest('{calendar,calendar_day,workgroup,workgroup_member,device,device_process,device_freeze,
    cycle_time,change_line}'::text[]) as name
  loop
    perform note_changes('schedule', target.name, 'all');
  end loop;
  -- What work orders refer to: new rows matter to nobody yet.
  for target in select * from (values
    ('material', '{code,series,unit_id}'), ('unit', '{precision}'), ('process', '{name,may_pause}'), ('org', '{time_zone}')) as t (name, matters)
  loop
    perform note_changes('schedule', target.name, 'all', matters => target.matters::text[], events => '{update}');
  end loop;
end $$;
