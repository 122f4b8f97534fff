-- What a finished work order has not made is no longer planned for its sales line.
update sales_order_line l set planned_quantity = k.planned
  from (select org_id, order_line_id, sum(case when status >= 40 then least(planned_quantity, completed_quantity) else planned_quantity end) as planned
    from mo where order_line_id is not null and parent_mo_id is null group by org_id, order_line_id) k
  where l.org_id = k.org_id and l.id = k.order_line_id and l.planned_quantity <> k.planned;
