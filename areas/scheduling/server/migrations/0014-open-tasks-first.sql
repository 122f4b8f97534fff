-- The dispatch list opens on what is to be done; 2 is done. Said in the same words by shopfloor/server/task.queries.ts.
create index production_task_open_first on production_task (org_id, (case when status = 2 then 10000000000 - start_time else start_time end));
