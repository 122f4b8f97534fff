-- What has changed in what a reader keeps, noted by the transaction that changes it: so a server may keep what it has read and
-- reads again only that. While people work rows are only added here, so nobody waits for another one.
create table input_change (
  org_id uuid not null default app_org(),
  -- whose input it is
  reader text not null,
  changed_by xid8 not null default pg_current_xact_id(),
  at bigint not null default epoch_now(),
  -- 'all': anything; 'cleared': notes are gone, up to; else a word of the reader's, mostly about one row
  what text not null,
  about uuid,
  cleared_to xid8,
  check ((what = 'cleared') = (cleared_to is not null))
);
create index input_change_of on input_change (org_id, reader, changed_by);
create index input_change_cleared on input_change (org_id, reader) where what = 'cleared';

-- Notes of more than an hour ago, of transactions that everybody sees. Whoever has read before that reads all again.
create function clear_input_changes(company uuid, of_reader text) returns void language sql as $$
  with last as (
    select max(changed_by) as xid from input_change
    where org_id = company and reader = of_reader and at < epoch_now() - 3600 and changed_by < pg_snapshot_xmin(pg_current_snapshot())
  ), gone as (
    delete from input_change where ctid = any (array(
      select c.ctid from input_change c, last
      where c.org_id = company and c.reader = of_reader and c.changed_by <= last.xid for update of c skip locked))
  )
  insert into input_change (org_id, reader, what, cleared_to) select company, of_reader, 'cleared', xid from last where xid is not null
$$;

-- More than can be read one by one counts as all. Every so often somebody clears up.
create function note_input_change(company uuid, reader text, what text, abouts uuid[]) returns void language plpgsql as $$
begin
  if cardinality(abouts) > 1000 then
    insert into input_change (org_id, reader, what) values (company, reader, 'all');
  else
    insert into input_change (org_id, reader, what, about) select company, reader, what, id from unnest(abouts) as id;
  end if;
  if mod(pg_current_xact_id()::text::bigint, 1024) = 0 then perform clear_input_changes(company, reader); end if;
end $$;

-- Lets a table note for a reader what changes in it. `key`: the column that tells about what, none when nothing is told but
-- that; `matters`: the columns of an altered row that matter, none: all; `counts`: the rows that do; `told`: what is told of
-- `changed`, when its `key` is not yet what it is about. Each trigger has a function of its own, so that its statement is
-- planned once and not a millisecond long each time. That plan is kept, for one row and for thousands: what was meets what is
-- in a full join, which is never done row by row.
create function note_changes(
  reader text, target text, what text, key text default 'null::uuid', matters text[] default '{}', counts text default 'true',
  told text default 'select org_id, key as about from changed', events text[] default '{insert,update,delete}'
) returns void language plpgsql as $made$
declare
  event text;
  name text;
  sides text[];
  changed text;
begin
  foreach event in array events loop
    name := format('note_%s_%s_of_%s_%s', reader, what, target, event);
    sides := case event when 'insert' then '{new}' when 'delete' then '{old}' else '{old,new}' end;
    select string_agg(format('select org_id, %s as key from %s_rows where %s', key, side, counts), ' union all ') into changed
      from unnest(sides) as side;
    if event = 'update' and matters <> '{}' then
      select format('select s.org_id, s.key from (select *, %1$s as key from old_rows) o
            full join (select *, %1$s as key from new_rows) n on n.org_id = o.org_id and n.id = o.id
            cross join lateral (values (o.org_id, o.key), (n.org_id, n.key)) as s (org_id, key)
          where %2$s',
        key, string_agg(format('o.%1$I is distinct from n.%1$I', "column"), ' or ')) into changed from unnest(matters) as "column";
    end if;
    execute format($function$create function %I() returns trigger language plpgsql as $$
      begin
        perform note_input_change(c.org_id, %L, %L, array_agg(c.about))
          from (with changed as not materialized (%s) select distinct org_id, about from (%s) as t) as c group by c.org_id;
        return null;
      end $$ $function$, name, reader, what, changed, told);
    execute format('create trigger %I after %s on %I referencing %s for each statement execute function %I()',
      format('note_%s_%s_%s', reader, what, event), event, target,
      (select string_agg(format('%1$s table as %1$s_rows', side), ' ') from unnest(sides) as side), name);
  end loop;
end $made$;
