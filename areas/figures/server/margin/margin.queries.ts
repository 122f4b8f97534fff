import type { Parsed } from '@qitao/core/call.ts'
import { mostRows } from '@qitao/core/page.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import type { Instant } from '@qitao/core/time.ts'
import { bySets, rows } from '@qitao/platform/server/database/database.ts'
import { contains, orderOf, readCursor, writeCursor } from '@qitao/platform/server/list/list.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Periods } from '../../model/figure.rules.ts'
import type { listGrossMargins, MarginRow, MarginSummary } from '../../model/margin/margin.calls.ts'
import { marginGap, type marginGroup } from '../../model/margin/margin.status.ts'
import type { FactsContext } from '../facts/facts-source.ts'
import { costTables, marginRows, separator } from '../facts/margin.facts.ts'
import { rowsOf } from '../figure.queries.ts'

/** Key of rows that have no customer. */
const nobody = '00000000-0000-0000-0000-000000000000'
const noCustomer = sql.lit(nobody)
type Group = CodeOf<typeof marginGroup>
/** What a row is one of: its key, its name, what else is said of it, and what it opens. */
const groups: Readonly<
  Record<
    Group,
    readonly [
      key: RawBuilder<unknown>,
      name: RawBuilder<unknown>,
      subject: RawBuilder<unknown>,
      opens: RawBuilder<unknown>,
    ]
  >
> = {
  order: [sql`f.opens_id`, sql`max(f.no)`, sql`max(f.customer_name)`, sql`max(f.opens_id)`],
  line: [sql`f.id`, sql`max(f.no) || '-' || max(f.line_no)`, sql`max(f.subject)`, sql`max(f.opens_id)`],
  product: [sql`f.product`, sql`max(f.product_name)`, sql`max(f.series)`, sql`max(f.product)`],
  customer: [
    sql`coalesce(f.customer, ${noCustomer})`,
    sql`coalesce(max(f.customer_name), '—')`,
    sql`null::text`,
    sql`max(f.customer)`,
  ],
}
const total = (column: string) => sql`trim_scale(sum(${sql.ref(`f.${column}`)}) filter (where f.gap is null))`
const money = sql`count(*)::integer as line_count, (count(*) filter (where f.gap is not null))::integer as unmeasured_count, ${total('revenue')} as revenue,
  ${total('material_cost')} as material_cost, ${total('labour_cost')} as labour_cost, ${total('other_cost')} as other_cost, ${total('outsource_cost')} as outsource_cost, ${total('overhead_cost')} as overhead_cost,
  ${total('cost')} as cost, ${total('margin')} as margin, round(100 * sum(f.margin) / nullif(sum(f.measured_revenue), 0), 1) as margin_rate`
const gapCount = (code: number) => sql`(count(*) filter (where f.gap = ${code}))::integer`
const grouped = (by: Group) => {
  const [key, name, subject, opens] = groups[by]
  return sql`${key} as id, ${name} as group_name, ${subject} as subject, ${opens} as opens_id, max(f.at) as at, ${money},
    array[${sql.join(marginGap.list.map(({ code }) => gapCount(code)))}] as gap_counts,
    coalesce(string_agg(f.unknown, ${separator}) filter (where f.gap is not null), '') as unknown, bool_or(f.labour_open) as labour_open, bool_or(f.machine_open) as machine_open`
}
type Sums = MarginSummary
interface FoundRow extends Sums {
  readonly id: string
  readonly group_name: string
  readonly subject: string | null
  readonly opens_id: string | null
  readonly at: Instant
  readonly gap_counts: number[]
  readonly unknown: string
  readonly labour_open: boolean
  readonly machine_open: boolean
}
const mostNames = 20
function rowOf({ gap_counts, unknown, ...row }: FoundRow): MarginRow {
  const names = [...new Set(unknown.split(separator).filter(Boolean))].sort()
  return {
    ...row,
    group_key: row.id,
    gaps: marginGap.list.flatMap(({ code }, at) =>
      gap_counts[at]! > 0 ? [{ gap: code, count: gap_counts[at]! }] : [],
    ),
    unknown: names.slice(0, mostNames).join(', ') + (names.length > mostNames ? ' …' : ''),
  }
}
const least = sql`'-Infinity'::numeric`
const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  at: sql`f.at::numeric`,
  line_count: sql`f.line_count::numeric`,
  unmeasured_count: sql`f.unmeasured_count::numeric`,
  revenue: sql`coalesce(f.revenue, ${least})`,
  cost: sql`coalesce(f.cost, ${least})`,
  margin: sql`coalesce(f.margin, ${least})`,
  margin_rate: sql`coalesce(f.margin_rate, ${least})`,
}
const defaultOrder = '-at'

/** Groups of lines and the sums over all of them, in one statement: lines are costed once. */
export async function marginsBy(
  context: FactsContext,
  periods: Periods,
  input: Omit<Parsed<typeof listGrossMargins>, 'timestamp_range'> & { ids?: readonly string[] },
): Promise<{ result: MarginRow[]; total: number; next_cursor: string | null; summary: MarginSummary }> {
  const { group_by, order_id, customer_id, material_id, unmeasured, ids, keyword } = input
  const [key] = groups[group_by]
  const wanted = [
    order_id !== undefined && sql`f.opens_id = ${order_id}`,
    customer_id !== undefined && sql`f.customer is not distinct from ${customer_id === nobody ? null : customer_id}`,
    material_id !== undefined && sql`f.product = ${material_id}`,
    unmeasured && sql`f.gap is not null`,
    ids !== undefined && sql`${key} = any(${ids}::text[])`,
    contains(keyword, sql`f.no`, sql`f.product_name`, sql`coalesce(f.customer_name, '')`),
  ].filter(condition => condition !== false && condition !== undefined)
  const { field, descending } = orderOf(Object.keys(orders), input.order_by ?? defaultOrder)
  const order = orders[field]!
  const cursor = input.cursor === undefined ? undefined : readCursor(input.cursor, field)
  const size = input.page_size === -1 ? mostRows : input.page_size
  const skip = cursor ? 0 : (input.page - 1) * size
  const way = sql.raw(descending ? 'desc' : 'asc')
  const after = cursor
    ? sql`where (${order}, f.id) ${sql.raw(descending ? '<' : '>')} (${cursor.value}::numeric, ${cursor.id})`
    : sql``
  const found = await rows(
    context.tx,
    sql<{ summary: Sums; total: number; page: (FoundRow & { cursor_value: string })[] }>`${bySets}
      with f as materialized (select f.* from ${await rowsOf(context, 'margins', periods)} ${wanted.length > 0 ? sql`and ${sql.join(wanted, sql` and `)}` : sql``}),
        g as materialized (select ${grouped(group_by)} from f group by ${key})
      select (select to_json(s) from (select ${asText} from (select ${money} from f) f) s) as summary, (select count(*) from g)::integer as total,
        coalesce((select json_agg(p) from (select f.id, f.group_name, f.subject, f.opens_id, f.at, ${asText}, f.gap_counts, f.unknown, f.labour_open, f.machine_open, (${order})::text as cursor_value
          from g f ${after} order by ${order} ${way}, f.id ${way} limit ${size} offset ${skip}) p), '[]') as page`,
  )
  const { summary, total: count, page } = found[0]!
  const last = page.at(-1)
  const more = last !== undefined && page.length === size && (cursor !== undefined || skip + page.length < count)
  return {
    result: page.map(({ cursor_value: _, ...row }) => rowOf(row)),
    total: count,
    next_cursor: more ? writeCursor(field, last.cursor_value, last.id) : null,
    summary,
  }
}
/** Numbers within JSON would be read as floats. */
const asText = sql`f.line_count, f.unmeasured_count, ${sql.join(
  (
    [
      'revenue',
      'material_cost',
      'labour_cost',
      'other_cost',
      'outsource_cost',
      'overhead_cost',
      'cost',
      'margin',
      'margin_rate',
    ] as const
  ).map(name => sql`${sql.ref(`f.${name}`)}::text as ${sql.ref(name)}`),
)}`

/** One line, whenever it was shipped; 5408 when it is not there, or nothing was shipped of it. */
export async function marginOfLine(context: FactsContext, line_id: string) {
  const { tx, org_id } = context
  const of = sql`l.id = ${line_id}`
  const [line] = await rows(
    tx,
    sql<FoundRow & { order_id: string; shipped_quantity: Quantity; unit_name: string; own: boolean }>`${bySets}
      select ${grouped('line')}, max(f.opens_id) as order_id, trim_scale(max(f.shipped_quantity)) as shipped_quantity, bool_or(f.own) as own, max(u.name) as unit_name
      from (${marginRows(context, of, { closed: null })}) f join material m on m.org_id = ${org_id} and m.id = f.product::uuid join unit u on u.org_id = m.org_id and u.id = m.unit_id group by f.id`,
  )
  if (!line) refuse(salesErrors.orderMissing)
  const parts = await rows(
    tx,
    sql<{
      id: string
      material_code: string
      material_name: string
      unit_name: string
      quantity: Quantity
      made: boolean
      unit_cost: Quantity
      cost: Quantity
      unknown: string | null
    }>`${bySets}with ${costTables(context, of, { closed: null })}
      select m.id, m.code as material_code, m.name as material_name, w.name as unit_name, trim_scale(round(s.shipped_quantity * p.quantity, 6)) as quantity, u.made,
        trim_scale(round(u.material + u.labour + u.machine + u.outside, 6)) as unit_cost,
        trim_scale(round(s.shipped_quantity * p.quantity * (u.material + u.labour + u.machine + u.outside), 2)) as cost, u.unknown
      from part p join sold s on s.id = p.line_id join piece u on u.material_id = p.material_id
        join material m on m.org_id = ${org_id} and m.id = p.material_id join unit w on w.org_id = m.org_id and w.id = m.unit_id order by cost desc, m.code`,
  )
  const works = await rows(
    tx,
    sql<{
      id: string
      no: string
      made_quantity: Quantity
      labour_cost: Quantity
      other_cost: Quantity
      outsource_cost: Quantity
      labour_open: boolean
      machine_open: boolean
    }>`${bySets}with ${costTables(context, of, { closed: null })}
      select o.id, t.no, trim_scale(o.made) as made_quantity, trim_scale(round(o.labour, 2)) as labour_cost, trim_scale(round(o.machine, 2)) as other_cost,
        trim_scale(round(o.outside, 2)) as outsource_cost, o.labour_open, o.machine_open
      from own o join mo t on t.org_id = ${org_id} and t.id = o.id order by t.no`,
  )
  const { order_id, shipped_quantity, unit_name, own, ...row } = line
  return { record: rowOf(row), order_id, shipped_quantity, unit_name, own, parts, works }
}
