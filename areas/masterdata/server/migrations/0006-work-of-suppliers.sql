-- Work that a supplier does for us stands on the plan like that of a machine: it takes so many of his working days.
alter table device add column supplier_id uuid,
  add column lead_days integer check (lead_days between 1 and 366),
  add foreign key (org_id, supplier_id) references supplier (org_id, id);
create index device_of_supplier on device (org_id, supplier_id) where supplier_id is not null;
