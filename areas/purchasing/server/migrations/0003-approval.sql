-- How the last approval stands; null: none was asked for.
alter table purchase_order add column approval_status smallint;
