-- Nothing is promised of an order that is cancelled.
-- 90: cancelled
update sales_order_line l set promised_date = null from sales_order o
where o.org_id = l.org_id and o.id = l.order_id and o.status = 90 and l.promised_date is not null;
