-- Whether an inquiry may count on what orders of lower classes have, and who would lose what when it is confirmed,
-- of it what is held then (what others still have cannot be held before).
alter table inquiry add column may_displace boolean not null default false, add column displaced jsonb not null default '[]',
  add column held_later jsonb not null default '[]';
drop view seen_inquiry;
create view seen_inquiry with (security_invoker = true) as
  select * from inquiry i where not (select app_own_only())
    or exists (select from seen_sales_order o where o.org_id = i.org_id and o.id = i.order_id);
grant select, update on seen_inquiry to qitao_app, qitao_system;
