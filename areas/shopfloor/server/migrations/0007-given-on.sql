-- Who had a task until it was given to somebody else: what was done of it before, on a device without a connection, is theirs all the same.
create table task_given_on (
  org_id uuid not null default app_org() references org (id),
  task_id uuid not null,
  user_id uuid not null,
  until_time bigint not null,
  given_by uuid,
  primary key (org_id, task_id, user_id),
  foreign key (org_id, task_id) references production_task (org_id, id) on delete cascade,
  foreign key (org_id, user_id) references app_user (org_id, id),
  foreign key (org_id, given_by) references app_user (org_id, id)
);
