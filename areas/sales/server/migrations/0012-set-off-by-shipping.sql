-- What shipping set off by itself of a line, part of its offset: taken back with the shipment.
drop view seen_sales_order_line;
alter table sales_order_line add column shipped_offset_quantity numeric(20,6) not null default 0;
create view seen_sales_order_line with (security_invoker = true) as
  select * from sales_order_line l where not (select app_own_only())
    or exists (select from seen_sales_order o where o.org_id = l.org_id and o.id = l.order_id);
grant select, update on seen_sales_order_line to qitao_app, qitao_system;
