import type { AnyCall } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ListInput } from '@qitao/core/page.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { wageType } from '@qitao/masterdata/model/process/wage-type.status.ts'
import { rateHandlers } from '@qitao/masterdata/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Context, type Handler, handle, type SignedInHandler } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { type RawBuilder, sql } from 'kysely'
import { expectUnlocked } from '../model/period.rules.ts'
import { wageGradeCalls, wageRateCalls, wageRateList } from '../model/wage-rate.calls.ts'
import { type WageGradeRow, type WageRateRow, wageGrade, wageRate } from '../model/wage-rate.record.ts'
import { periodsForUpdate } from './period.queries.ts'

const rateJoins = sql`join process p on p.org_id = t.org_id and p.id = t.process_id left join material m on m.org_id = t.org_id and m.id = t.material_id`
const rateColumns = sql`p.name as process_name, m.code as material_code, m.name as material_name,
  (select min(n.valid_from) - 1 from wage_rate n where n.org_id = t.org_id and n.process_id = t.process_id
    and n.material_id is not distinct from t.material_id and n.grade is not distinct from t.grade and n.valid_from > t.valid_from) as valid_to`
const gradeJoins = sql`join app_user u on u.org_id = t.org_id and u.id = t.user_id`
const gradeColumns = sql`u.name as user_name, (select min(n.valid_from) - 1 from wage_grade n
  where n.org_id = t.org_id and n.user_id = t.user_id and n.valid_from > t.valid_from) as valid_to`

const rates = plainHandlers(wageRate, wageRateCalls, {
  ...{ table: 'wage_rate', keyword: ['process_id'], orders: [], defaultOrder: '-created_time', usedIn: [] },
  shows: { columns: rateColumns, joins: rateJoins },
})
const grades = plainHandlers(wageGrade, wageGradeCalls, {
  ...{ table: 'wage_grade', keyword: ['user_id'], orders: [], defaultOrder: '-created_time', usedIn: [] },
  shows: { columns: gradeColumns, joins: gradeJoins },
})

type Table = 'wage_rate' | 'wage_grade'
const valid = { name: 'valid_from', title: wageRate.fields.valid_from.title }
const daysOf = async (tx: Tx, org_id: string, table: Table, ids: readonly string[]): Promise<number[]> => {
  const found = await rows(
    tx,
    sql<{
      valid_from: number
    }>`select valid_from from ${sql.table(table)} where org_id = ${org_id} and ${among(sql`id`, ids)}`,
  )
  return found.map(({ valid_from }) => valid_from)
}
/** What a locked period was paid by stays as it was: before the change is made, the periods are held and asked. */
const guarded = (
  handlers: readonly Handler[],
  table: Table,
  calls: typeof wageRateCalls | typeof wageGradeCalls,
): Handler[] =>
  handlers
    .filter(({ call }) => call !== calls.list)
    .map(handler => {
      if (!handler.call.writes) return handler
      const { call, work } = handler as SignedInHandler
      return handle(call as AnyCall, async (input: Changed, context) => {
        const { tx, org_id } = context
        const periods = await periodsForUpdate(tx, org_id)
        const before = await daysOf(tx, org_id, table, input.ids ?? (input.id === undefined ? [] : [input.id]))
        expectUnlocked(periods, valid, ...before, ...(input.valid_from === undefined ? [] : [input.valid_from]))
        return work(await withProcessType(tx, org_id, input), context)
      })
    })
interface Changed {
  id?: string
  ids?: string[]
  valid_from?: number
}

/** A rate that does not say how it pays does so as its process does. */
async function withProcessType<I extends object>(tx: Tx, org_id: string, input: I): Promise<I> {
  const { process_id, wage_type } = input as { process_id?: string; wage_type?: number | null }
  if (process_id === undefined || (wage_type !== null && wage_type !== undefined)) return input
  const [found] = await rows(
    tx,
    sql<{ wage_type: number }>`select wage_type from process where org_id = ${org_id} and id = ${process_id}`,
  )
  if (!found)
    refuse(generalErrors.recordNotFound, { field: 'process_id', field_title: wageRate.fields.process_id.title })
  return { ...input, wage_type: found.wage_type }
}

const page =
  <T>(
    table: Table,
    { columns, joins }: { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> },
    where: (keyword: string | undefined) => RawBuilder<unknown> | undefined,
    orders: Record<string, RawBuilder<unknown>>,
    defaultOrder: string,
  ) =>
  (input: ListInput, { tx, org_id }: Context) =>
    listRows<T>(
      tx,
      {
        ...{ org_id, table, joins, defaultOrder },
        filterJoins: joins,
        where: [where(input.keyword)],
        columns: sql`t.*, ${columns}`,
        orders: { ...orders, valid_from: sql`t.valid_from`, created_time: sql`t.created_time` },
      },
      input,
    )

export const wageRateHandlers: Handler[] = [
  handle(
    wageRateCalls.list,
    page<WageRateRow>(
      'wage_rate',
      { columns: rateColumns, joins: rateJoins },
      keyword => contains(keyword, sql`p.code`, sql`p.name`, sql`m.code`, sql`m.name`, sql`t.grade`),
      { process_id: sql`p.name` },
      'process_id',
    ),
  ),
  ...guarded(rates, 'wage_rate', wageRateCalls),
  ...rateHandlers({
    ...{ table: 'wage_rate', calls: wageRateList, price: 'rate', ends: false },
    ...{ subject: ['process_id', 'material_id', 'grade'], taken: ['wage_type', 'deduction', 'split', 'remark'] },
    name: sql`concat_ws(' ', p.name, m.code, t.grade)`,
    joins: rateJoins,
    unit: ({ language }) =>
      sql`case when t.wage_type = ${wageType.codes.hour} then ${language === 'zh' ? '小时' : 'hour'}::text else ${language === 'zh' ? '件' : 'piece'} end`,
    expect: async ({ tx, org_id }, valid_from) => expectUnlocked(await periodsForUpdate(tx, org_id), valid, valid_from),
  }),
  handle(
    wageGradeCalls.list,
    page<WageGradeRow>(
      'wage_grade',
      { columns: gradeColumns, joins: gradeJoins },
      keyword => contains(keyword, sql`u.name`, sql`u.account`, sql`t.grade`),
      { user_id: sql`u.name` },
      'user_id',
    ),
  ),
  ...guarded(grades, 'wage_grade', wageGradeCalls),
]
