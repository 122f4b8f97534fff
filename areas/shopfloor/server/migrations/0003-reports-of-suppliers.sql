-- Reported because a supplier brought the pieces back: the outsourcing order takes it back, not the floor.
alter table report_record add column outside boolean not null default false;
