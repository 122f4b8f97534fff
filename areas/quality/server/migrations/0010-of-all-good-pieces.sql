-- Tasks of pieces in work count all good pieces that ever were reported: those that had gone back when a task was made are added.
do $$
begin
  -- Where reports cannot send pieces back yet, none has gone back.
  if to_regclass('report_sent_back') is null then return; end if;
  -- 40: completed
  update qc_task t set covers_from = t.covers_from + b.quantity, covers_to = t.covers_to + b.quantity
  from (
    select k.org_id, k.id, sum(s.quantity) as quantity
    from qc_task k
      join mo o on o.org_id = k.org_id and o.id = k.mo_id and o.status < 40
      join report_sent_back s on s.org_id = k.org_id and s.operation_id = k.operation_id
      join report_record r on r.org_id = s.org_id and r.id = s.report_id
    where k.covers_to is not null and (r.created_time, r.id) < (k.created_time, k.id)
      -- What was taken back only later had gone back by then.
      and (not r.revoked or r.updated_time > k.created_time)
    group by k.org_id, k.id
  ) b
  where t.org_id = b.org_id and t.id = b.id;
end $$;
