-- What has changed in what the material plan reads, noted by the transaction that changes it: so a server may keep what it has
-- read and reads again only that. While people work rows are only added here, so nobody waits for another one.
create table material_input_change (
  org_id uuid not null default app_org(),
  changed_by xid8 not null default pg_current_xact_id(),
  at bigint not null default epoch_now(),
  -- 'order', 'material': of that one; 'all': anything; 'cleared': notes are gone, up to
  what text not null,
  about uuid,
  cleared_to xid8,
  check ((what in ('order', 'material')) = (about is not null)),
  check ((what = 'cleared') = (cleared_to is not null))
);
create index material_input_change_of on material_input_change (org_id, changed_by);
create index material_input_change_cleared on material_input_change (org_id) where what = 'cleared';

-- Notes of more than an hour ago, of transactions that everybody sees. Whoever has read before that reads all again.
create function clear_material_input_changes(company uuid) returns void language sql as $$
  with last as (
    select max(changed_by) as xid from material_input_change
    where org_id = company and at < epoch_now() - 3600 and changed_by < pg_snapshot_xmin(pg_current_snapshot())
  ), gone as (
    delete from material_input_change where ctid = any (array(
      select c.ctid from material_input_change c, last where c.org_id = company and c.changed_by <= last.xid for update of c skip locked))
  )
  insert into material_input_change (org_id, what, cleared_to) select company, 'cleared', xid from last where xid is not null
$$;

-- More than can be read one by one counts as all. Every so often somebody clears up.
create function note_material_input(company uuid, what text, abouts uuid[]) returns void language plpgsql as $$
begin
  if what = 'all' or cardinality(abouts) > 1000 then
    insert into material_input_change (org_id, what) values (company, 'all');
  else
    insert into material_input_change (org_id, what, about) select company, what, id from unnest(abouts) as id;
  end if;
  if mod(pg_current_xact_id()::text::bigint, 1024) = 0 then perform clear_material_input_changes(company); end if;
end $$;

-- A trigger of a table: what it notes ('order', 'material', 'all'), the column that names that, the rows that are changed. It has
-- a function of its own, so that its statement is planned once and not a millisecond long each time.
create function note_material_inputs_of(target text, what text, named_by text, event text, changed_rows text) returns void language plpgsql as $made$
declare
  name text := format('note_material_%s_of_%s_%s', what, target, event);
begin
  execute format($function$create function %I() returns trigger language plpgsql as $$
    begin
      perform note_material_input(r.org_id, %L, array_agg(distinct r.%I)) from (%s) as r group by r.org_id;
      return null;
    end $$ $function$, name, what, named_by, changed_rows);
  execute format('create trigger note_material_%s_%s after %s on %I %s for each statement execute function %I()', what, event, event, target,
    case event when 'insert' then 'referencing new table as new_rows' when 'delete' then 'referencing old table as old_rows'
      else 'referencing old table as old_rows new table as new_rows' end, name);
end $made$;

do $$
declare
  target record;
  sides text;
begin
  for target in select * from (values
    -- Columns that matter of a row that is altered, none: all. What a plan has stored is noted too: it is compared with the next one.
    ('mo', 'order', 'id', 'no, status, material_id, material_locked, priority, delivery_date, planned_start_time, material_bom_id, order_id,
      material_status, kitting_time, kitting_days, deciding_material_id'),
    ('mo', 'material', 'material_id', 'status, material_id, planned_quantity, inbound_quantity, planned_finish_time, parent_mo_id, order_line_id'),
    ('mo_component', 'order', 'mo_id', ''),
    ('mo_component', 'material', 'material_id', 'mo_id, material_id, required_quantity, picked_quantity'),
    ('mo_assignment', 'order', 'mo_id', ''),
    ('inventory', 'material', 'material_id', 'material_id, quantity, quality_status, expire_time, first_in_time'),
    ('purchase_order', 'material', 'id', 'status, eta'),
    ('purchase_order_line', 'material', 'material_id', 'material_id, quantity, received_quantity, eta'),
    ('material', 'all', 'id', 'kind, unit_id, supply_lead_time, minimum_lot, packaging_size, safety_stock'),
    ('unit', 'all', 'id', '"precision"'),
    ('material_bom', 'all', 'id', 'material_id, status, is_default, base_quantity, expiry_time'),
    ('material_bom_line', 'all', 'id', 'material_id, quantity, scrap_rate, substitutes')) as t (name, what, named_by, matter)
  loop
    -- By sets and not by a join: its plan is kept, for one row and for thousands.
    sides := case target.matter when '' then 'select * from old_rows union all select * from new_rows' else replace(
      '(select columns from old_rows except select columns from new_rows) union all (select columns from new_rows except select columns from old_rows)',
      'columns', format('org_id, id, %I as about, %s', target.named_by, target.matter)) end;
    -- The materials of a purchase order are those of its lines.
    perform note_material_inputs_of(target.name, target.what, case target.matter when '' then target.named_by else 'about' end, 'update',
      case target.name when 'purchase_order' then
        'select l.org_id, l.material_id as about from purchase_order_line l join (' || sides || ') p on p.org_id = l.org_id and p.id = l.order_id'
      else sides end);
    -- What is referred to: new rows matter to nobody yet, and what goes is not referred to.
    continue when target.name in ('purchase_order', 'material', 'unit');
    perform note_material_inputs_of(target.name, target.what, target.named_by, 'insert', 'select * from new_rows');
    perform note_material_inputs_of(target.name, target.what, target.named_by, 'delete', 'select * from old_rows');
  end loop;
end $$;
drop function note_material_inputs_of;
