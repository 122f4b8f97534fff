-- What failed may be worked on again: the work order that has taken it.
alter table qc_disposal
  add column mo_id uuid,
  add foreign key (org_id, mo_id) references mo (org_id, id);
create index qc_disposal_of_mo on qc_disposal (org_id, mo_id) where mo_id is not null;
