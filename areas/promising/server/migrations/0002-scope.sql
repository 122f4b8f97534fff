-- Inquiries of the orders that a member may see.
create view seen_inquiry with (security_invoker = true) as
  select * from inquiry i where not (select app_own_only())
    or exists (select from seen_sales_order o where o.org_id = i.org_id and o.id = i.order_id);
grant select, update on seen_inquiry to qitao_app, qitao_system;
