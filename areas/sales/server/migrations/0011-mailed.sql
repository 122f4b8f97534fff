-- To whom an order was mailed last, and when.
alter table sales_order add mailed_to text, add mailed_time bigint;
create or replace view seen_sales_order with (security_invoker = true) as
  select * from sales_order where not (select app_own_only()) or created_by = (select app_user());
