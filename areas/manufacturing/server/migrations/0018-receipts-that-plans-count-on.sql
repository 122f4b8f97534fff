-- Conflicts are looked for each minute: what planned orders have of purchases is found by order, without all that lies in stock.
create index mo_assignment_in_transit on mo_assignment (org_id, mo_id) where source_type = 2;
