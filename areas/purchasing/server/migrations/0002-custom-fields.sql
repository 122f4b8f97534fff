-- Values of the company's own fields, by key.
alter table purchase_order add column custom jsonb not null default '{}';
