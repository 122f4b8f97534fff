-- What a return brings back is of its order: seen by whoever sees that. Receipts of a work order are found by it.
create or replace view seen_receipt with (security_invoker = true) as
  select * from receipt r where not (select app_own_only())
    or ((r.order_id is null or exists (select from seen_sales_order o where o.org_id = r.org_id and o.id = r.order_id))
      and not exists (select from receipt_line x join sales_order_line l on l.org_id = x.org_id and l.id = x.source_line_id
        where x.org_id = r.org_id and x.receipt_id = r.id
          and not exists (select from seen_sales_order o where o.org_id = l.org_id and o.id = l.order_id))
      and not exists (select from receipt_line x join sales_return_line l on l.org_id = x.org_id and l.id = x.source_line_id
        where x.org_id = r.org_id and x.receipt_id = r.id
          and not exists (select from seen_sales_return s where s.org_id = l.org_id and s.id = l.return_id)));
create index receipt_of_mo on receipt (org_id, mo_id) where mo_id is not null;
