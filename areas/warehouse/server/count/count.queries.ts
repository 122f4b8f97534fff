import { waitsFor } from '@qitao/access/server'
import type { Out } from '@qitao/core/call.ts'
import { isGranted } from '@qitao/core/grant.ts'
import type { ListInput, Rows } from '@qitao/core/page.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { listUnitPrices } from '@qitao/purchasing/model/price/unit-price.calls.ts'
import { type RawBuilder, sql } from 'kysely'
import { type CountLineRow, type CountRow, countCalls } from '../../model/count/count.calls.ts'
import { countLineState, countStatus } from '../../model/count/count.status.ts'

/** Of a line `t` of a count `c`: it differs too much to be believed, and nobody has counted it again. */
export const toRecount = sql`(c.recount_percent is not null and t.first_quantity is not null and t.second_quantity is null
  and abs(t.difference) * 100 > c.recount_percent * t.first_book)`

/** Who leads a count; a sheet is for whoever counts, so nobody leads by it. */
type Reader = 'leads' | 'counts'
const readerOf = ({ member }: Pick<Context, 'member'>): Reader =>
  isGranted(countCalls.confirm, member.grants) ? 'leads' : 'counts'

const goesOn = sql`(c.status = ${countStatus.codes.counting})`
/** Of a line that somebody else is to count again, whoever counts sees nothing of what was found. */
const isFoundHidden = (reader: Reader): RawBuilder<unknown> =>
  reader === 'leads' ? sql`false` : sql`(${goesOn} and ${toRecount})`
/** While a blind count `c` goes on, whoever counts does not see what the books say; who leads it sees it of counted lines. */
const isBookHidden = (reader: Reader): RawBuilder<unknown> =>
  reader === 'leads'
    ? sql`(c.blind and ${goesOn} and t.counted_quantity is null)`
    : sql`(${goesOn} and (c.blind or ${toRecount}))`
const stateOf = (reader: Reader): RawBuilder<unknown> => {
  const { open, equal, different, recount, counted } = countLineState.codes
  return sql`(case when t.counted_quantity is null then ${open}::smallint when ${toRecount} then ${recount}
    when ${isBookHidden(reader)} then ${counted} when t.difference = 0 then ${equal} else ${different} end)`
}

/** What differences are worth tells prices. */
export const seesPrices = ({ member }: Pick<Context, 'member'>): boolean => isGranted(listUnitPrices, member.grants)

const summary = (context: Context): RawBuilder<unknown> => sql`left join lateral (
    select count(*) as line_count, count(l.counted_quantity) as counted_count,
      count(*) filter (where l.difference <> 0) as difference_count,
      count(*) filter (where t.recount_percent is not null and l.first_quantity is not null and l.second_quantity is null
        and abs(l.difference) * 100 > t.recount_percent * l.first_book) as recount_count
    from count_line l where l.org_id = t.org_id and l.count_id = t.id) s on true
  join warehouse w on w.org_id = t.org_id and w.id = t.warehouse_id
  left join app_user u on u.org_id = t.org_id and u.id = t.operator_id
  cross join (select ${readerOf(context) === 'counts'}::boolean as counts_only, ${seesPrices(context)}::boolean as sees_prices) who`
/** The code of its flows of approval (`approvalModules`). */
export const countModule = 'PD'
export const countColumns = sql`t.*, ${waitsFor(countModule, sql`t.id`)} as waits_for, w.name as warehouse_name, u.name as operator_name, s.line_count, s.counted_count, s.recount_count,
  case when t.blind and t.status = ${countStatus.codes.counting} and who.counts_only then null else s.difference_count end as difference_count,
  case when who.sees_prices then t.difference_value end as difference_value`
export const countJoins = summary

interface Filters {
  keyword?: string | undefined
  warehouse_id?: string | undefined
  timestamp_range?: readonly [number, number] | undefined
}
const conditions = ({ keyword, warehouse_id, timestamp_range }: Filters) => [
  contains(keyword, sql`t.no`, sql`t.remark`),
  warehouse_id !== undefined && sql`t.warehouse_id = ${warehouse_id}`,
  timestamp_range !== undefined && sql`t.count_date between ${timestamp_range[0]} and ${timestamp_range[1]}`,
]

export const listCounts = (
  input: ListInput & Filters & { statuses?: readonly number[] | undefined },
  context: Context,
): Promise<Rows<CountRow>> =>
  listRows<CountRow>(
    context.tx,
    {
      org_id: context.org_id,
      table: 'inventory_count',
      where: [...conditions(input), oneOfCodes(sql`t.status`, input.statuses)],
      columns: countColumns,
      joins: countJoins(context),
      orders: {
        no: sql`t.no`,
        status: sql`t.status`,
        count_date: sql`t.count_date`,
        created_time: sql`t.created_time`,
      },
      defaultOrder: '-created_time',
    },
    input,
  )

export async function countByStatus(filters: Filters, { tx, org_id }: Context): Promise<Out<typeof countCalls.count>> {
  const where = [sql`t.org_id = ${org_id}`, ...conditions(filters)].filter(
    (one): one is RawBuilder<unknown> => one !== undefined && one !== false,
  )
  const found = await rows(
    tx,
    sql<{ status: number; count: number }>`select t.status, count(*) as count from inventory_count t
      where ${sql.join(where, sql` and `)} group by t.status`,
  )
  const counted = new Map(found.map(({ status, count }) => [status, count]))
  const of = (code: number) => counted.get(code) ?? 0
  const { draft, counting, done, cancelled } = countStatus.codes
  return { draft: of(draft), counting: of(counting), done: of(done), cancelled: of(cancelled) }
}

interface LineFilters {
  count_id: string
  location_id?: string | undefined
  areas?: readonly string[] | undefined
  material_id?: string | undefined
  states?: readonly number[] | undefined
}
/** In the order in which one walks: bin by bin. `shown` to whom: a sheet goes from hand to hand, whoever has asked for it. */
export function listLines(
  input: ListInput & LineFilters,
  context: Context,
  shown: Reader = readerOf(context),
): Promise<Rows<CountLineRow>> {
  const state = stateOf(readerOf(context))
  const unless = (hidden: RawBuilder<unknown>, column: RawBuilder<unknown>) =>
    sql`case when ${hidden} then null else ${column} end`
  const book = (column: RawBuilder<unknown>) => unless(isBookHidden(shown), column)
  const joins = sql`join inventory_count c on c.org_id = t.org_id and c.id = t.count_id
    join material m on m.org_id = t.org_id and m.id = t.material_id
    join location o on o.org_id = t.org_id and o.id = t.location_id
    left join stock_lot s on s.org_id = t.org_id and s.material_id = t.material_id and s.lot_number = t.lot_number`
  return listRows<CountLineRow>(
    context.tx,
    {
      org_id: context.org_id,
      table: 'count_line',
      filterJoins: joins,
      where: [
        sql`t.count_id = ${input.count_id}`,
        contains(input.keyword, sql`o.code`, sql`m.code`, sql`m.name`, sql`t.lot_number`, sql`s.supplier_lot`),
        input.location_id !== undefined && sql`t.location_id = ${input.location_id}`,
        input.areas !== undefined && sql`o.area = any(${input.areas}::text[])`,
        input.material_id !== undefined && sql`t.material_id = ${input.material_id}`,
        oneOfCodes(state, input.states),
      ],
      columns: sql`t.id, c.no as count_no, t.row_version, t.created_time, t.updated_time, t.line_no, t.material_id, t.location_id, nullif(t.lot_number, '') as lot_number,
        t.quality_status, t.container_id, ${unless(isFoundHidden(shown), sql`t.counted_quantity`)} as counted_quantity, t.remark,
        ${stateOf(shown)} as state, ${book(sql`coalesce(t.second_book, t.first_book, t.book_quantity)`)} as book_quantity, ${book(sql`t.difference`)} as difference,
        coalesce(t.second_by, t.first_by) as counted_by, coalesce(t.second_time, t.first_time) as counted_time, a.name as counted_by_name,
        m.code as material_code, m.name as material_name, m.specs as material_specs, m.lot_managed,
        u.name as unit_name, u.precision as unit_precision, o.code as location_code, o.area,
        (select count(*) from attachment f where f.org_id = t.org_id and f.module = 'count_line' and f.object_id = t.id) as photo_count, k.code as container_code, s.supplier_lot`,
      joins: sql`${joins} join unit u on u.org_id = m.org_id and u.id = m.unit_id
        left join container k on k.org_id = t.org_id and k.id = t.container_id
        left join app_user a on a.org_id = t.org_id and a.id = coalesce(t.second_by, t.first_by)`,
      orders: {
        line_no: sql`t.line_no`,
        material_id: sql`m.code`,
        location_id: sql`o.code`,
        state,
        counted_time: sql`coalesce(t.second_time, t.first_time, 0)`,
      },
      defaultOrder: 'line_no',
    },
    input,
  )
}

/** Whether bin `of` is in the scope of count `count` (aliases of both): it names bins, zones or neither. */
export const coversBin = (count: string, of: string): RawBuilder<boolean> => {
  const [location_ids, areas] = [sql.ref(`${count}.location_ids`), sql.ref(`${count}.areas`)]
  return sql`((${location_ids} = '{}' and ${areas} = '{}') or ${sql.ref(`${of}.id`)} = any(${location_ids}) or coalesce(${sql.ref(`${of}.area`)} = any(${areas}), false))`
}
interface Scope {
  readonly warehouse_id: string
  readonly location_ids: readonly string[]
  readonly areas: readonly string[]
}
/** Bins of a warehouse that a count is to cover: those named, those of its zones, or all; what is in transit lies nowhere. */
export const binsToCount = (
  tx: Tx,
  org_id: string,
  { warehouse_id, location_ids, areas }: Scope,
): Promise<{ id: string; area: string | null }[]> =>
  rows(
    tx,
    sql<{ id: string; area: string | null }>`select t.id, t.area from location t
      cross join (select ${location_ids}::uuid[] as location_ids, ${areas}::text[] as areas) c
      where t.org_id = ${org_id} and t.warehouse_id = ${warehouse_id} and not t.transit and t.supplier_id is null and ${coversBin('c', 't')} order by t.id`,
  )
