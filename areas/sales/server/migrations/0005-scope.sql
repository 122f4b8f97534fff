-- Data scope "own only" in one place: what hangs on a sales order is read from these views by whatever answers a member. A
-- member of that scope finds the own orders in them and no others; work that is not an answer (booking, planning) reads the tables.
create function app_own_only() returns boolean language sql stable
  as $$ select coalesce(current_setting('app.own_only', true), '') = 'on' $$;
create view seen_sales_order with (security_invoker = true) as
  select * from sales_order where not (select app_own_only()) or created_by = (select app_user());
create view seen_sales_order_line with (security_invoker = true) as
  select * from sales_order_line l where not (select app_own_only())
    or exists (select from seen_sales_order o where o.org_id = l.org_id and o.id = l.order_id);
grant select, update on seen_sales_order, seen_sales_order_line to qitao_app, qitao_system;
