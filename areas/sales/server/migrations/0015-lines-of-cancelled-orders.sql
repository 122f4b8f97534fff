-- Lines of orders that were cancelled with their work orders stayed in the state that they were in.
-- 90: cancelled
update sales_order_line l set status = o.status from sales_order o
where o.org_id = l.org_id and o.id = l.order_id and o.status = 90 and l.status <> 90;
