-- A changeover may go by a field that the company added to its materials.
drop function note_schedule_all_of_material_update() cascade;
select note_changes('schedule', 'material', 'all', matters => '{code,series,unit_id,custom}', events => '{update}');
