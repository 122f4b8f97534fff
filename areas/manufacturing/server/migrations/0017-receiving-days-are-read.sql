-- Goods that are due on a day come when its first shift begins, which may be another one on that day alone.
select note_changes('material_plan', 'calendar_day', 'all');
