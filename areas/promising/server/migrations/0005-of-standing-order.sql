-- Asked of an order that stood already: whether it is confirmed says nothing of what inquiries bring in.
alter table inquiry add column of_standing boolean not null default false;
update inquiry i set of_standing = true from sales_order o
  where o.org_id = i.org_id and o.id = i.order_id
    and o.created_time < (select min(f.created_time) from inquiry f where f.org_id = i.org_id and f.order_id = i.order_id);
drop view seen_inquiry;
create view seen_inquiry with (security_invoker = true) as
  select * from inquiry i where not (select app_own_only())
    or exists (select from seen_sales_order o where o.org_id = i.org_id and o.id = i.order_id);
grant select, update on seen_inquiry to qitao_app, qitao_system;
