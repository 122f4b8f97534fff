-- As before; but wage lines have no foreign keys, for their number: what they hang on is said here, so that they go with it.
create or replace view company_reference as
  select c.oid as constraint_id, c.conrelid as child, c.confrelid as parent,
    (select string_agg(format('c.%I = p.%I', a.attname, b.attname), ' and ' order by k.n)
      from unnest(c.conkey, c.confkey) with ordinality as k (own, other, n)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other) as joined,
    (select string_agg(format('%I = null', a.attname), ', ') from unnest(c.conkey) as k (own)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own where not a.attnotnull) as cleared,
    -- Master records that only mention another one go on without it.
    c.conrelid::regclass::text in ('device', 'workgroup', 'material', 'purchase_request', 'inventory', 'container')
      -- Stock in a container is a balance of its own, and goes with it as stock goes with its bin.
      and c.confrelid::regclass::text <> 'container'
      and exists (select from unnest(c.conkey) as k (own)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own where not a.attnotnull) as is_mention,
    -- A part goes with its whole and is named after it: a document without one of its lines is not that document any more.
    c.confdeltype = 'c' and c.conrelid::regclass::text like replace(c.confrelid::regclass::text, '_', '\_') || '\_%'
      and exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'id') as is_part
  from pg_constraint c
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.confrelid <> 'org'::regclass
  union all
  select null, 'wage_line'::regclass::oid, x.parent::regclass::oid, x.joined, null, false, false from (values
    ('wage_period', 'c.org_id = p.org_id and c.period_id = p.id'),
    ('app_user', 'c.org_id = p.org_id and c.user_id = p.id')) as x (parent, joined);
