-- Who sees a person's wages sees what they are paid for: a report is seen by who did it, at whichever machine, as by its task.
drop policy of_workgroup on report_record;
create policy of_workgroup on report_record as restrictive for select to qitao_app using (
  not (select app_workgroup_only()) or user_ids && (select app_workmates())::uuid[]
  or exists (select from production_task t where t.org_id = report_record.org_id and t.id = report_record.task_id));
