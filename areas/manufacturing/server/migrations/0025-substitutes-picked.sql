-- What was picked of substitutes: `ratio` of one replace 1 of the component, whose picked quantity counts them so.
create table mo_component_stand_in (
  org_id uuid not null default app_org() references org (id),
  component_id uuid not null,
  material_id uuid not null,
  ratio numeric(20,6) not null check (ratio > 0),
  quantity numeric(20,6) not null check (quantity > 0),
  sample boolean not null default app_sample(),
  primary key (org_id, component_id, material_id),
  foreign key (org_id, component_id) references mo_component (org_id, id) on delete cascade,
  foreign key (org_id, material_id) references material (org_id, id)
);
-- Until now a substitute counted one for one. An order of which something was reported keeps what it has; any other counts by the ratio from now on.
create temporary table issued on commit drop as
select org_id, mo_id, material_id, -sum(quantity) as quantity from stock_movement
where mo_id is not null and movement_type in (21, 15) group by 1, 2, 3 having -sum(quantity) > 0;
create temporary table served on commit drop as
select p.org_id, p.mo_id, p.material_id, p.quantity, c.id as component_id, c.material_id as own_id, c.sample, c.operation_sequence, c.line_no,
  case when m.status >= 40 or exists (select from mo_operation o where o.org_id = m.org_id and o.mo_id = m.id and o.reported_quantity + o.defective_quantity > 0)
    then 1 else s.ratio end as ratio
from issued p join mo m on m.org_id = p.org_id and m.id = p.mo_id
  join mo_component c on c.org_id = m.org_id and c.mo_id = m.id and c.picked_quantity > 0
  join material_bom_line l on l.org_id = m.org_id and l.bom_id = m.material_bom_id and l.material_id = c.material_id
  cross join lateral jsonb_to_recordset(l.substitutes) as s(material_id uuid, ratio numeric)
where s.material_id = p.material_id and s.ratio > 0
  and not exists (select from mo_component o where o.org_id = p.org_id and o.mo_id = p.mo_id and o.material_id = p.material_id);
-- Of what a component has (`there`) its own material does not account for `stood`.
create temporary table to_share on commit drop as
select c.org_id, c.component_id, c.there, c.there - least(c.there, greatest(0, coalesce(i.quantity, 0) - c.before)) as stood
from (select c.org_id, c.mo_id, c.id as component_id, c.material_id, c.picked_quantity as there,
    coalesce(sum(c.picked_quantity) over (partition by c.org_id, c.mo_id, c.material_id order by c.operation_sequence, c.line_no
      rows between unbounded preceding and 1 preceding), 0) as before
  from mo_component c where exists (select from served s where s.org_id = c.org_id and s.mo_id = c.mo_id)) c
  left join issued i on i.org_id = c.org_id and i.mo_id = c.mo_id and i.material_id = c.material_id;
create index on served (org_id, mo_id, material_id);
create index on to_share (org_id, component_id);
do $$
declare taken record; one record; rest numeric; part numeric;
begin
  for taken in select distinct org_id, mo_id, material_id, quantity from served order by 1, 2, 3 loop
    rest := taken.quantity;
    for one in select s.*, k.by_need from served s cross join (values (true), (false)) k(by_need)
      where s.org_id = taken.org_id and s.mo_id = taken.mo_id and s.material_id = taken.material_id
      order by k.by_need desc, s.operation_sequence, s.line_no
    loop
      select least(rest, case when one.by_need then t.stood else t.there end) into part from to_share t
        where t.org_id = one.org_id and t.component_id = one.component_id;
      continue when part <= 0;
      update to_share set there = there - part, stood = greatest(0, stood - part) where org_id = one.org_id and component_id = one.component_id;
      insert into mo_component_stand_in as s (org_id, component_id, material_id, ratio, quantity, sample)
        values (one.org_id, one.component_id, one.material_id, one.ratio, part, one.sample)
        on conflict (org_id, component_id, material_id) do update set quantity = s.quantity + excluded.quantity;
      rest := rest - part;
    end loop;
  end loop;
end $$;
create temporary table re_rated on commit drop as
select c.org_id, c.id as component_id, c.mo_id, greatest(0, c.picked_quantity - s.quantity) as own, s.covers, trunc(s.covers, u."precision") as steps
from (select org_id, component_id, sum(quantity) as quantity, round(sum(quantity / ratio), 10) as covers
    from mo_component_stand_in group by 1, 2 having bool_or(ratio <> 1)) s
  join mo_component c on c.org_id = s.org_id and c.id = s.component_id
  join material x on x.org_id = c.org_id and x.id = c.material_id join unit u on u.org_id = x.org_id and u.id = x.unit_id;
update mo_component c set picked_quantity = r.own + r.steps from re_rated r where c.org_id = r.org_id and c.id = r.component_id;
update mo m set picking_status = case when k.picked = 0 then 0 when k.open then 1 else 2 end
from (select org_id, mo_id, sum(picked_quantity) as picked, bool_or(picked_quantity < required_quantity) as open from mo_component group by 1, 2) k
where k.org_id = m.org_id and k.mo_id = m.id and exists (select from re_rated r where r.org_id = m.org_id and r.mo_id = m.id)
  and m.picking_status <> case when k.picked = 0 then 0 when k.open then 1 else 2 end;
-- Kits that were checked, by what is picked now; the next check matches them anew.
update mo_component c set short_quantity = f.short,
  expected_time = case when f.short > 0 then greatest(c.expected_time, epoch_now() + coalesce(f.supply_lead_time, 0) * 86400::bigint) else f.available end,
  material_status = case when f.short > 0 then 6
    when c.in_transit_quantity + c.in_production_quantity > 0 then case when f.locked then 5 else 4 end
    when f.locked then 2 else 1 end
from (select r.org_id, r.component_id, x.supply_lead_time, a.locked, a.available,
    greatest(0, round(c.required_quantity - r.own - r.covers - c.assigned_quantity, 6)) as short
  from re_rated r join mo_component c on c.org_id = r.org_id and c.id = r.component_id join material x on x.org_id = c.org_id and x.id = c.material_id
    left join lateral (select bool_and(a.locked) as locked, greatest(max(a.available_time), epoch_now()) as available from mo_assignment a
      where a.org_id = c.org_id and a.component_id = c.id) a on true) f
where c.org_id = f.org_id and c.id = f.component_id and c.material_status is not null and c.short_quantity <> f.short;
update mo m set material_status = case when k.short then 6 when k.waiting then case when k.locked then 5 when m.material_status = 3 then 3 else 4 end
    when k.locked then 2 else 1 end,
  kitting_time = k.ready, kitting_days = ceil((k.ready - epoch_now()) / 86400::numeric)::integer,
  deciding_material_id = case when k.short then k.lacking_id when k.waiting then m.deciding_material_id end
from (select org_id, mo_id, bool_or(material_status = 6) as short, bool_or(material_status in (4, 5)) as waiting, bool_and(material_status in (2, 5)) as locked,
    greatest(max(expected_time), epoch_now()) as ready,
    (array_agg(material_id order by expected_time desc, material_id) filter (where short_quantity > 0))[1] as lacking_id
  from mo_component group by 1, 2) k
where k.org_id = m.org_id and k.mo_id = m.id and m.material_status is not null
  and exists (select from re_rated r where r.org_id = m.org_id and r.mo_id = m.id);
