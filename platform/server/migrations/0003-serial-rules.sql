-- How a company writes the numbers of a kind of document; without a row: its module code and the day.
create table serial_rule (
  org_id uuid not null default app_org(),
  module_code text not null,
  prefix text not null,
  date_part text not null,
  updated_time bigint not null default epoch_now(),
  updated_by uuid default app_user(),
  primary key (org_id, module_code),
  constraint serial_rule_prefix unique (org_id, prefix) deferrable initially deferred
);
