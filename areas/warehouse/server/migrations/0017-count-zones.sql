-- Zones whose bins are counted, beside the bins that are named.
alter table inventory_count add column areas text[] not null default '{}';
