-- The customer's drawing that a line is made by, with its version, as the customer names it.
drop view seen_sales_order_line;
alter table sales_order_line add column customer_drawing text;
create view seen_sales_order_line with (security_invoker = true) as
  select * from sales_order_line l where not (select app_own_only())
    or exists (select from seen_sales_order o where o.org_id = l.org_id and o.id = l.order_id);
grant select, update on seen_sales_order_line to qitao_app, qitao_system;
