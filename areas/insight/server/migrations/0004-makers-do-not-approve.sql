-- Approvals that waited when the installation was upgraded know who submitted the document; who made it may not decide either.
alter table approval no force row level security;
alter table sales_order no force row level security;
alter table purchase_order no force row level security;
update approval a set own_ids = array(select distinct unnest(a.own_ids || d.created_by))
  from (select org_id, id, created_by, 'SO' as module_code from sales_order
    union all select org_id, id, created_by, 'CG' from purchase_order) d
  where d.org_id = a.org_id and d.id = a.object_id and d.module_code = a.module_code and a.status = 1 and d.created_by is not null;
alter table approval force row level security;
alter table sales_order force row level security;
alter table purchase_order force row level security;
