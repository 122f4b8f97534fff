-- What of the floor a member of the data scope of a workgroup sees. Tasks are scheduling's; who they are given to is known here.
create policy of_workgroup on production_task as restrictive for select to qitao_app using (
  not (select app_workgroup_only())
  or device_id = any((select app_devices())::uuid[]) or published_device_id = any((select app_devices())::uuid[])
  or workgroup_id = any((select app_workgroups())::uuid[])
  or id in (select a.task_id from task_assignee a where a.org_id = (select app_org()) and a.user_id = (select app_user())));
create policy of_workgroup on report_record as restrictive for select to qitao_app using (
  not (select app_workgroup_only())
  or exists (select from production_task t where t.org_id = report_record.org_id and t.id = report_record.task_id));
create policy of_workgroup on task_pause as restrictive for select to qitao_app using (
  not (select app_workgroup_only())
  or exists (select from production_task t where t.org_id = task_pause.org_id and t.id = task_pause.task_id));
create policy of_workgroup on andon_call as restrictive for select to qitao_app using (
  not (select app_workgroup_only())
  or device_id = any((select app_devices())::uuid[]) or called_by = (select app_user()) or (select app_user()) = any(rung_ids));
create policy of_workgroup on shift_handover as restrictive for select to qitao_app using (
  not (select app_workgroup_only())
  or workgroup_id = any((select app_workgroups())::uuid[]) or (select app_user()) in (giver_id, taker_id));
create policy of_workgroup on plan_change_request as restrictive for select to qitao_app using (
  not (select app_workgroup_only()) or asked_by = (select app_user())
  or exists (select from plan_change_task t where t.org_id = plan_change_request.org_id and t.request_id = plan_change_request.id
    and (t.device_id = any((select app_devices())::uuid[]) or exists (select from production_task k where k.org_id = t.org_id and k.id = t.task_id))));
