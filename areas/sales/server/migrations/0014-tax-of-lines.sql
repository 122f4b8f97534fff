-- Of a line that is taxed otherwise than its order; null: as the order.
alter table sales_order_line add tax_rate numeric(20,6) check (tax_rate between 0 and 100);
create or replace view seen_sales_order_line with (security_invoker = true) as
  select * from sales_order_line l where not (select app_own_only())
    or exists (select from seen_sales_order o where o.org_id = l.org_id and o.id = l.order_id);
