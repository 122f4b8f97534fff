-- Data scope of a workgroup: a reading transaction of such a member sees, of the tables with a policy `of_workgroup`, what is of the
-- groups that the member belongs to or leads. Work that answers nobody (booking, planning) reads all: the switch is off for it.
create function app_workgroup_only() returns boolean language sql stable
  as $$ select coalesce(current_setting('app.workgroup_only', true), '') = 'on' $$;
create function app_workgroups() returns uuid[] language sql stable as $$ select array(
    select w.workgroup_id from workgroup_member w where w.org_id = app_org() and w.user_id = app_user()
    union select g.id from workgroup g where g.org_id = app_org() and g.leader_id = app_user()) $$;
create function app_devices() returns uuid[] language sql stable as $$ select array(
    select d.id from device d where d.org_id = app_org() and d.workgroup_id = any(app_workgroups())) $$;
-- Members of the groups, their leaders, and the member alone where there is none.
create function app_workmates() returns uuid[] language sql stable as $$ select array(
    select w.user_id from workgroup_member w where w.org_id = app_org() and w.workgroup_id = any(app_workgroups())
    union select g.leader_id from workgroup g where g.org_id = app_org() and g.id = any(app_workgroups()) and g.leader_id is not null
    union select app_user()) $$;
create policy of_workgroup on device_freeze as restrictive for select to qitao_app using (
  not (select app_workgroup_only()) or device_id = any((select app_devices())::uuid[]) or created_by = (select app_user()));
