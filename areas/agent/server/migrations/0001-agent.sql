-- What members ask the agent, and what it answered. A conversation is its maker's alone.
create table agent_conversation (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  row_version integer not null default 0,
  created_time bigint not null default epoch_now(),
  created_by uuid default app_user(),
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  sample boolean not null default app_sample(),
  primary key (org_id, id),
  title text not null,
  message_count integer not null default 0
);
create index agent_conversation_of on agent_conversation (org_id, created_by, updated_time desc, id);
create table agent_message (
  org_id uuid not null default app_org() references org (id),
  id uuid not null default gen_random_uuid(),
  created_time bigint not null default epoch_now(),
  primary key (org_id, id),
  conversation_id uuid not null,
  position integer not null,
  question text not null,
  answer text not null,
  "references" jsonb not null,
  unique (org_id, conversation_id, position),
  foreign key (org_id, conversation_id) references agent_conversation (org_id, id) on delete cascade
);
