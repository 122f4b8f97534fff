-- The plan as the floor was told of it: what a planner has moved since stands where it was published until it is published again.
do $$
begin
  execute format('create view floor_task with (security_invoker = true) as select %s from production_task', (
    select string_agg(case column_name
        when 'device_id' then 'coalesce(published_device_id, device_id) as device_id'
        when 'setup_start_time' then 'coalesce(published_start_time - start_time, 0) + setup_start_time as setup_start_time'
        when 'start_time' then 'coalesce(published_start_time, start_time) as start_time'
        when 'end_time' then 'coalesce(published_end_time, end_time) as end_time'
        else quote_ident(column_name) end, ', ' order by ordinal_position)
    from information_schema.columns where table_schema = current_schema() and table_name = 'production_task'));
end $$;
grant select on floor_task to qitao_app, qitao_system;
-- The dispatch list opens on what is to be done; 2 is done. Said in the same words by shopfloor/server/task.queries.ts.
drop index production_task_open_first;
create index production_task_open_first on production_task (org_id,
  (case when status = 2 then 10000000000 - coalesce(published_start_time, start_time) else coalesce(published_start_time, start_time) end));
