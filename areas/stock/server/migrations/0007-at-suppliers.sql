-- What a supplier works on lies in a bin of his, in which only outsourcing orders move goods.
alter table location add column supplier_id uuid,
  add foreign key (org_id, supplier_id) references supplier (org_id, id);
create unique index location_of_supplier on location (org_id, supplier_id) where supplier_id is not null;
