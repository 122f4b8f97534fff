-- A lot in a bin is known again by its bin, which may be given another name. Where the name does not tell which bin it was, the key stays.
alter table trace_case_line disable trigger user;
update trace_case_line t set row_key = b.row_key
from (select x.org_id, x.id, min('stock/' || x.material_id || '/' || coalesce(x.lot_number, '') || '/' || l.id) as row_key
    from trace_case_line x join warehouse w on w.org_id = x.org_id
      join location l on l.org_id = w.org_id and l.warehouse_id = w.id and w.name || ' ' || l.code = x.place
    where x.row_key = 'stock/' || x.material_id || '/' || coalesce(x.lot_number, '') || '/' || x.place
    group by 1, 2 having count(*) = 1) b
where t.org_id = b.org_id and t.id = b.id;
alter table trace_case_line enable trigger user;
