import { generalErrors } from '@qitao/core/general.errors.ts'
import { roundHalfUp } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { expectAllData } from '@qitao/demand/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  handleLarge,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { periodsIn } from '../../model/figure.rules.ts'
import { grain } from '../../model/figure.status.ts'
import {
  dropValueStreams,
  listValueStreams,
  type MeasuredStream,
  type SavedStream,
  setValueStream,
  showValueStream,
  streamDays,
  type WishedStep,
} from '../../model/value-stream/value-stream.calls.ts'
import { ladderOf } from '../../model/value-stream/value-stream.rules.ts'
import { rangeOr } from '../figure.handlers.ts'
import { isComputed } from '../figure.queries.ts'
import { measureStream } from './value-stream.queries.ts'

const columns = sql`t.id, t.row_version, t.name, t.material_id, m.code as material_code, m.name as material_name, t.from_time, t.to_time,
  t.lead_time_seconds, t.value_added_seconds, t.updated_time`
const joins = sql`join material m on m.org_id = t.org_id and m.id = t.material_id`

interface Kept {
  readonly id: string
  readonly row_version: number
  readonly material_id: string
  readonly measured: MeasuredStream
}
const locked = async (tx: Tx, org_id: string, ids: readonly string[]) =>
  new Map(
    (
      await rows(
        tx,
        sql<Kept>`select id, row_version, material_id, measured from value_stream where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
      )
    ).map(one => [one.id, one]),
  )
/** The range in whole days. */
const daysIn = (range: readonly [number, number], zone: string) => {
  const periods = periodsIn(range, grain.codes.day, zone)
  return { ...periods, begins: [periods.from] }
}

/** Whether its machines have worked so much that they are counted beside the event loop. */
const isComputedIn = (
  { timestamp_range }: { readonly timestamp_range?: [number, number] | undefined },
  context: Context,
): Promise<boolean> => {
  const range = rangeOr(timestamp_range, context, streamDays)
  return isComputed(context, ['oee'], periodsIn(range, grain.codes.day, context.member.time_zone))
}

export const valueStreamHandlers: Handler[] = [
  handle(listValueStreams, ({ material_id, ...input }, { tx, org_id, member }) => {
    expectAllData(member)
    return listRows<SavedStream>(
      tx,
      {
        ...{ org_id, table: 'value_stream', filterJoins: joins, joins, columns },
        where: [
          contains(input.keyword, sql`t.name`, sql`m.code`, sql`m.name`),
          material_id !== undefined && sql`t.material_id = ${material_id}`,
        ],
        orders: { updated_time: sql`t.updated_time`, name: sql`t.name` },
        defaultOrder: '-updated_time',
      },
      input,
    )
  }),
  handleLarge(showValueStream, isComputedIn, async ({ material_id, timestamp_range, id }, context) => {
    const { tx, org_id, member } = context
    expectAllData(member)
    const [material] = await rows(
      tx,
      sql<{ material_id: string; material_code: string; material_name: string; unit_name: string }>`
        select m.id as material_id, m.code as material_code, m.name as material_name, u.name as unit_name
        from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and m.id = ${material_id}`,
    )
    if (!material) refuse(generalErrors.recordNotFound, { field: 'material_id' })
    const [kept = null] =
      id === undefined
        ? []
        : await rows(
            tx,
            sql<
              SavedStream & { measured: MeasuredStream; wished: WishedStep[] }
            >`select ${columns}, t.measured, t.wished
              from value_stream t ${joins} where t.org_id = ${org_id} and t.id = ${id} and t.material_id = ${material_id}`,
          )
    if (id !== undefined && kept === null) refuse(generalErrors.recordNotFound)
    const range = rangeOr(timestamp_range, context, streamDays)
    const measured = await measureStream(context, material_id, daysIn(range, member.time_zone))
    return { record: { ...material, timestamp_range: range, measured, kept } }
  }),
  handle(setValueStream, async ({ id, row_version, name, material_id, timestamp_range, wished }, context) => {
    const { tx, org_id, member } = context
    expectAllData(member)
    const kept =
      id === undefined ? undefined : expectVersion((await locked(tx, org_id, [id])).get(id), row_version ?? -1)
    if (kept && kept.material_id !== material_id) refuse(generalErrors.badParameter, { field: 'material_id' })
    const measured =
      kept?.measured ?? (await measureStream(context, material_id, daysIn(timestamp_range, member.time_zone)))
    const known = new Set(measured.boxes.map(({ sequence }) => sequence))
    const strange = wished.findIndex(({ sequence }) => !known.has(sequence))
    if (strange >= 0) refuse(generalErrors.badParameter, { field: 'wished', row: strange + 1 })
    const { lead_seconds, process_seconds } = ladderOf(wished, measured)
    const row = {
      ...{ name, wished, lead_time_seconds: lead_seconds },
      value_added_seconds: Number(roundHalfUp(process_seconds, 0)),
    }
    if (kept) {
      await updateRows(tx, org_id, 'value_stream', [{ id: kept.id, ...row }])
      return { id: kept.id }
    }
    const [from_time, to_time] = timestamp_range
    const made = { id: newId(), material_id, from_time, to_time, measured, ...row }
    await insertRows(tx, 'value_stream', [made])
    return { id: made.id }
  }),
  handle(dropValueStreams, async ({ ids }, { tx, org_id, language }) => {
    const { passed_ids, refused } = sortOut(ids, await locked(tx, org_id, ids), () => undefined)
    await sql`delete from value_stream where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
]
