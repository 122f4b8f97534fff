-- What happened to accounts and rights, with where it came from; kept for a year. Written once, never changed.
create table security_event (
  org_id uuid not null references org (id),
  id uuid not null,
  created_time bigint not null default epoch_now(),
  primary key (org_id, id),
  kind text not null,
  -- Whose account or right it is; null: an account that there is not, or a role.
  user_id uuid,
  -- Who did it, when it was not the member.
  actor_id uuid,
  address text not null,
  agent text not null,
  foreign key (org_id, user_id) references app_user (org_id, id) on delete cascade,
  foreign key (org_id, actor_id) references app_user (org_id, id) on delete cascade
);
create index security_event_latest on security_event (org_id, created_time desc, id);
create index security_event_age on security_event (created_time);
create index security_event_of_member on security_event (org_id, user_id, address);
