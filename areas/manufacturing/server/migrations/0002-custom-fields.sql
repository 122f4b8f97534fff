-- Values of the company's own fields, by key.
alter table mo add column custom jsonb not null default '{}';
