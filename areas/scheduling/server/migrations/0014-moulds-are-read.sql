-- Moulds and tools are read by the plan.
select note_changes('schedule', name, 'all') from unnest('{mould,mould_material,mould_device}'::text[]) as name;
