-- On each day one version of a BoM or routing is the one by which a product is made: versions in line follow each other by their days.
alter table material_bom add column valid_from bigint, add constraint material_bom_validity check (expiry_time > valid_from);
alter table manufacturing_bom add column valid_from bigint, add column expiry_time bigint,
  add constraint manufacturing_bom_validity check (expiry_time > valid_from);
alter table routing add column valid_from bigint, add column expiry_time bigint, add column is_default boolean not null default false,
  add constraint routing_validity check (expiry_time > valid_from);
drop index material_bom_default;
drop index manufacturing_bom_default;
create unique index material_bom_default on material_bom (org_id, material_id, valid_from) nulls not distinct where is_default;
create unique index manufacturing_bom_default on manufacturing_bom (org_id, material_id, valid_from) nulls not distinct where is_default;
-- What was enabled is released, and of a product the newest was the one in force; what was disabled is not used: cancelled.
update routing set status = case status when 1 then 1 else 2 end;
update routing r set is_default = true where r.status = 1 and r.material_id is not null and not exists (select from routing o
  where o.org_id = r.org_id and o.material_id = r.material_id and o.status = 1 and (o.created_time, o.id) > (r.created_time, r.id));
alter table routing alter column status set default 0, add check (not is_default or status = 1 and material_id is not null);
create unique index routing_default on routing (org_id, material_id, valid_from) nulls not distinct where is_default;
