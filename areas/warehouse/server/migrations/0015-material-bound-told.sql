-- Of which materials people know that less is there than the lower bound of their master data.
create table material_bound_told (
  org_id uuid not null default app_org() references org (id),
  material_id uuid not null,
  told_time bigint not null default epoch_now(),
  primary key (org_id, material_id),
  foreign key (org_id, material_id) references material (org_id, id) on delete cascade
);
