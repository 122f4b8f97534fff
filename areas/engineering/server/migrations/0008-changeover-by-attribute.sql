-- A changeover may go by an attribute of the products (a field that the company added to its materials), and hold for a workgroup's machines.
alter table change_line add column workgroup_id uuid, add column attribute text, add column from_value text, add column to_value text,
  add foreign key (org_id, workgroup_id) references workgroup (org_id, id),
  add constraint change_line_machine check (device_id is null or workgroup_id is null),
  add constraint change_line_attribute check (attribute is not null or from_value is null and to_value is null);
do $$
declare old text;
begin
  select conname into old from pg_constraint where conrelid = 'change_line'::regclass and contype = 'u';
  execute format('alter table change_line drop constraint %I', old);
end $$;
alter table change_line add constraint change_line_sides unique nulls not distinct
  (org_id, device_id, workgroup_id, from_material_id, to_material_id, from_series, to_series, attribute, from_value, to_value);
