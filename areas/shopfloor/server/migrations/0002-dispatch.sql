-- What a foreman said when a task was given away: how much of it, and a word.
create table task_dispatch (
  org_id uuid not null default app_org() references org (id),
  task_id uuid not null,
  quantity numeric(20,6),
  remark text,
  primary key (org_id, task_id),
  foreign key (org_id, task_id) references production_task (org_id, id) on delete cascade
);
