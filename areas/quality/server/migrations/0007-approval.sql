-- How the last approval of a plan stands; null: none was asked for.
alter table qc_scheme add column approval_status smallint;
