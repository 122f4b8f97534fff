-- Values of the company's own fields, by key.
alter table material add column custom jsonb not null default '{}';
alter table device add column custom jsonb not null default '{}';
alter table customer add column custom jsonb not null default '{}';
alter table supplier add column custom jsonb not null default '{}';
