-- Work orders as their list opens: what is open by its due date, then what is done, the last first.
create index mo_open_first on mo (org_id, (case when status in (40, 50) then 10000000000 - delivery_date else delivery_date end), id);
