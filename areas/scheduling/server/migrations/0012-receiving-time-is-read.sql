-- When goods that are due on a day can be used is read by the plan.
select note_changes('schedule', 'organization_config', 'all', counts => 'config_key = ''receiving_time''');
