-- What matching computes of a work order (its kit, and a lock that it has no more) is no other version of it: who has it open on a form is
-- not refused for goods that came meanwhile.
create function keep_mo_version() returns trigger language plpgsql as $$
declare other mo := new;
begin
  other.material_status := old.material_status;
  other.kitting_time := old.kitting_time;
  other.kitting_days := old.kitting_days;
  other.deciding_material_id := old.deciding_material_id;
  other.material_locked := old.material_locked;
  other.row_version := old.row_version;
  other.updated_time := old.updated_time;
  other.updated_by := old.updated_by;
  if other is not distinct from old and not new.material_locked > old.material_locked then
    new.row_version := old.row_version;
  end if;
  return new;
end $$;
-- By its name after `touch_row`, which counts.
create trigger touch_row_keep_version before update on mo for each row
  when ((new.material_status, new.kitting_time, new.kitting_days, new.deciding_material_id, new.material_locked)
    is distinct from (old.material_status, old.kitting_time, old.kitting_days, old.deciding_material_id, old.material_locked))
  execute function keep_mo_version();
