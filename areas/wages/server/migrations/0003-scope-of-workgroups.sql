-- Wages that a member of the data scope of a workgroup sees: the own, and those of who is in the same groups.
create policy of_workgroup on wage_sheet as restrictive for select to qitao_app using (
  not (select app_workgroup_only()) or user_id = any((select app_workmates())::uuid[]));
create policy of_workgroup on wage_line as restrictive for select to qitao_app using (
  not (select app_workgroup_only()) or user_id = any((select app_workmates())::uuid[]));
create policy of_workgroup on supplement_sheet as restrictive for select to qitao_app using (
  not (select app_workgroup_only()) or user_id = any((select app_workmates())::uuid[]) or created_by = (select app_user()));
