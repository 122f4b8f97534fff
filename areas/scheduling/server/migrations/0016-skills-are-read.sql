-- Skills are read by the plan, and which of them a process asks for.
select note_changes('schedule', 'skill', 'all');
drop function note_schedule_all_of_process_update cascade;
select note_changes('schedule', 'process', 'all', matters => '{name,may_pause,outsourced,charge_by,skill_level}', events => '{update}');
