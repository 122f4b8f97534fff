-- What a promise has given to the work orders of its line: by which promise and for which line, so that it goes back to the line
-- when such an order is given up.
alter table mo_assignment add column inquiry_id uuid, add column promised_line_id uuid;
-- Until now a promise ended when its line was on work orders.
delete from supply_hold h where h.kept_until is null and exists (
  select from mo m where m.org_id = h.org_id and m.order_line_id = h.order_line_id);
delete from capacity_hold h where h.kept_until is null and exists (
  select from mo m where m.org_id = h.org_id and m.order_line_id = h.order_line_id);
