-- How the last approval of a count stands; null: none was asked for. And what its differences are worth, as far as prices are known.
alter table inventory_count add column approval_status smallint, add column difference_value numeric(20,6);
create index count_line_counted on count_line (org_id, location_id, first_time) where first_time is not null;
