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
-- Until now a substitute counted one for one, with the first component of its order that it may stand in for.
insert into mo_component_stand_in (org_id, component_id, material_id, ratio, quantity, sample)
select p.org_id, c.id, p.material_id, c.ratio, least(p.quantity, c.picked_quantity), c.sample
from (select org_id, mo_id, material_id, -sum(quantity) as quantity from stock_movement
    where mo_id is not null and movement_type in (21, 15) group by 1, 2, 3 having -sum(quantity) > 0) p
  cross join lateral (
    select c.id, c.picked_quantity, c.sample, s.ratio from mo m
      join mo_component c on c.org_id = m.org_id and c.mo_id = m.id and c.picked_quantity > 0
      join material_bom_line l on l.org_id = m.org_id and l.bom_id = m.material_bom_id and l.material_id = c.material_id
      cross join lateral jsonb_to_recordset(l.substitutes) as s(material_id uuid, ratio numeric)
    where m.org_id = p.org_id and m.id = p.mo_id and s.material_id = p.material_id and s.ratio > 0
    order by c.operation_sequence, c.line_no limit 1) c
where not exists (select from mo_component o where o.org_id = p.org_id and o.mo_id = p.mo_id and o.material_id = p.material_id);
update mo_component c set picked_quantity = greatest(0, c.picked_quantity - s.quantity) + trunc(s.covers, u.precision)
from (select org_id, component_id, sum(quantity) as quantity, round(sum(quantity / ratio), 10) as covers, bool_or(ratio <> 1) as differs
    from mo_component_stand_in group by 1, 2) s, material x, unit u
where c.org_id = s.org_id and c.id = s.component_id and s.differs
  and x.org_id = c.org_id and x.id = c.material_id and u.org_id = x.org_id and u.id = x.unit_id;
