-- So much of it its parent has asked for, the rest is the lot's. Null: as much as the parent needs.
alter table mo add column made_for_quantity numeric(20,6);
