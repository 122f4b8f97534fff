-- Whom a call for help reaches, by what it is for and where: an owner at once, the leader of the group, then a manager.
create table andon_duty (
  org_id uuid not null default app_org() references org (id),
  id uuid not null,
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  cause smallint not null,
  -- null: every group that has no line of its own
  workgroup_id uuid,
  owner_id uuid not null,
  manager_id uuid,
  remark text,
  constraint andon_duty_once unique nulls not distinct (org_id, cause, workgroup_id),
  foreign key (org_id, workgroup_id) references workgroup (org_id, id) on delete cascade,
  foreign key (org_id, owner_id) references app_user (org_id, id),
  foreign key (org_id, manager_id) references app_user (org_id, id)
);
-- How far a call has risen, and when the planners were told that its machine stands.
alter table andon_call add column level smallint not null default 0, add column stop_told_time bigint;
-- What the clock looks for.
create index andon_call_unsolved on andon_call (org_id, called_time) where status <> 20;
