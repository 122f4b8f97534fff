-- A material plan of a large company writes a hundred thousand of each of these rows at once. Nobody asks who did and when.
drop trigger if exists touch_row on mo_component;
drop trigger if exists touch_row on mo_assignment;
alter table mo_component drop column row_version, drop column created_time, drop column created_by, drop column updated_time, drop column updated_by;
alter table mo_assignment drop column row_version, drop column created_time, drop column created_by, drop column updated_time, drop column updated_by;
-- Components come and go with their order, and a material is its source's: the reference to the order, which the plan has
-- locked, says enough.
alter table mo_assignment drop constraint mo_assignment_org_id_fkey, drop constraint mo_assignment_org_id_component_id_fkey,
  drop constraint mo_assignment_org_id_material_id_fkey;
-- Each row is written again by its first plan: where there is room beside it, no index is.
alter table mo set (fillfactor = 50);
alter table mo_component set (fillfactor = 50);
