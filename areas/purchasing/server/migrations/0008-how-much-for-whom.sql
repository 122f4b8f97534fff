-- Beside mo_ids: how much of it is for each; what is missing at its end, or null, nobody has said.
alter table purchase_request add column mo_quantities numeric(20,6)[] not null default '{}';
