-- More of a process is read by the plan: who makes it, and what may stand in a charge together.
drop function note_schedule_all_of_process_update cascade;
select note_changes('schedule', 'process', 'all', matters => '{name,may_pause,outsourced,charge_by}', events => '{update}');
