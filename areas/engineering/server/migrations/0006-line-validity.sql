-- Days within which a component is used: from the first, until the one on which it is no longer.
alter table material_bom_line add column valid_from bigint, add column expiry_time bigint,
  add constraint material_bom_line_validity check (expiry_time > valid_from);
