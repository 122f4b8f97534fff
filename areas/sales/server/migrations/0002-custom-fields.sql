-- Values of the company's own fields, by key.
alter table sales_order add column custom jsonb not null default '{}';
