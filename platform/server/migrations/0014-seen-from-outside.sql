-- What whoever runs the installation looks at; of no company.

-- Statements that took long: their text without values, which is the same for all companies.
create table slow_statement (
  statement_hash text primary key,
  statement text not null,
  -- The call or job that asked last.
  cause text,
  times bigint not null,
  total_ms bigint not null,
  longest_ms bigint not null,
  first_time bigint not null default epoch_now(),
  last_time bigint not null default epoch_now()
);
create index slow_statement_last on slow_statement (last_time);

-- Each backup that was made whole, and whether its trial restore agreed with the books.
create table backup_record (
  moment_time bigint primary key,
  finished_time bigint not null default epoch_now(),
  tables integer not null,
  rows bigint not null,
  bytes bigint not null,
  tried_time bigint
);
