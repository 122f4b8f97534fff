-- 0010 added what had gone back to every task of pieces in work, to those too that had counted it when they were made. How many good
-- pieces ever were reported says which: no task is of more than that.
do $$
begin
  -- Where reports cannot send pieces back yet, none has gone back.
  if to_regclass('report_sent_back') is null then return; end if;
  update qc_task t set covers_from = t.covers_from - b.went, covers_to = t.covers_to - b.went
  from (
    select k.org_id, k.id,
      -- As 0010 counted it.
      (select coalesce(sum(s.quantity), 0) from report_sent_back s join report_record r on r.org_id = s.org_id and r.id = s.report_id
        where s.org_id = k.org_id and s.operation_id = k.operation_id and (r.created_time, r.id) < (k.created_time, k.id)
          and (not r.revoked or r.updated_time > k.created_time)) as went,
      (select coalesce(sum(r.finished_quantity), 0) from report_record r
        where r.org_id = k.org_id and r.operation_id = k.operation_id and (r.created_time, r.id) < (k.created_time, k.id)
          and (not r.revoked or r.updated_time > k.created_time)) as made_then,
      (select coalesce(sum(r.finished_quantity), 0) from report_record r
        where r.org_id = k.org_id and r.operation_id = k.operation_id and not r.revoked) as made_now
    from qc_task k where k.covers_to is not null and k.operation_id is not null and k.recheck_of is null
  ) b
  where t.org_id = b.org_id and t.id = b.id and b.went > 0 and t.covers_from >= b.went
    and case
      -- 5: first pieces, which may be waited for before they are made; they begin behind what had gone back.
      when t.qc_type = 5 then t.covers_from >= 2 * b.went
      -- 2: done; before, a task follows what is taken back.
      else t.covers_to > case when t.status = 2 then b.made_then else least(b.made_then, b.made_now) end
    end;
  -- What is inspected once more is what was inspected before, however much has gone back meanwhile.
  with recursive again as (
    select org_id, id, id as of, covers_from from qc_task where covers_to is not null and recheck_of is null
    union all select k.org_id, k.id, a.of, a.covers_from from again a join qc_task k on k.org_id = a.org_id and k.recheck_of = a.id
  )
  update qc_task t set covers_from = a.covers_from, covers_to = a.covers_from + t.covers_to - t.covers_from
  from again a where t.org_id = a.org_id and t.id = a.id and t.id <> a.of and t.covers_from <> a.covers_from;
end $$;
