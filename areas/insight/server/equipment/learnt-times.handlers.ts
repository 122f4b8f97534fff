import { generalErrors } from '@qitao/core/general.errors.ts'
import { convert, isEqual, multiply, type Quantity, roundHalfUp } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { type CycleTime, closestTimeOf, runTime } from '@qitao/engineering/model/time/cycle-time.rules.ts'
import {
  acceptLearntTimes,
  type LearntTimeRow,
  learntDays,
  listLearntTimes,
} from '@qitao/engineering/model/time/learnt-time.calls.ts'
import { learntFrom } from '@qitao/engineering/model/time/learnt-time.rules.ts'
import { loadCycleTimes, lockCycleTimes, putLearntTimes } from '@qitao/engineering/server'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { workedBetween } from '@qitao/planning/calendar/working-time.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { machinesFor } from '@qitao/scheduling/server'
import { sql } from 'kysely'

interface FinishedTask {
  readonly material_id: string
  readonly process_id: string
  readonly device_id: string
  readonly pieces: Quantity
  readonly told_seconds: number
  readonly actual_start_time: number
  readonly actual_finish_time: number
  /** When it rested meanwhile. */
  readonly rests: readonly (readonly [number, number])[]
}
type Names = Pick<LearntTimeRow, 'material_code' | 'material_name' | 'process_name' | 'machine_no' | 'open_orders'> & {
  readonly key: string
  readonly efficiency: Quantity
  readonly open_quantity: Quantity
}
/** As times are kept: where a thousand pieces take a second, two decimals are none. */
const decimals = 6
const percentDecimals = 2
const keyOf = (one: { material_id: string; process_id: string; device_id: string }): string =>
  `${one.material_id}:${one.process_id}:${one.device_id}`
const asQuantity = (value: number, places: number): Quantity => String(Math.round(value * 10 ** places) / 10 ** places)
const isSame = (one: Quantity | null, other: Quantity | null): boolean =>
  one === null || other === null ? one === other : isEqual(one, other)

export const learntTimeHandlers: Handler[] = [
  handle(listLearntTimes, async ({ device_id }, context) => {
    const { result } = await learntTimes(context, device_id === undefined ? undefined : [device_id])
    return { result, total: result.length }
  }),
  handle(acceptLearntTimes, async ({ times }, context) => {
    const { tx, org_id } = context
    await lockCycleTimes(tx, org_id, [...new Set(times.map(({ process_id }) => process_id))])
    const device_ids = [...new Set(times.map(({ device_id }) => device_id))]
    const { result, standards, efficiencies } = await learntTimes(context, device_ids)
    const now = new Map(result.map(row => [row.id, row]))
    const seen = new Set<string>()
    const taken = times.map((time, index) => {
      const id = keyOf(time)
      const row = now.get(id) ?? refuse(generalErrors.recordNotFound)
      if (seen.has(id))
        refuse(generalErrors.badParameter, {
          row: index + 1,
          detail: text('同一产品、工序和设备给了两次', 'A product, process and machine is given twice'),
        })
      seen.add(id)
      const isOld =
        row.count !== time.count ||
        !isEqual(row.median_seconds, time.median_seconds) ||
        !isSame(row.standard_seconds, time.standard_seconds)
      if (isOld) refuse(generalErrors.versionConflict, { row: index + 1 })
      const { setup_seconds = 0, employees = 1, expected_oee = '1' } = standards.get(id) ?? {}
      // So that a plan, which divides by both, counts with what was measured.
      const cycle_seconds = multiply(multiply(row.median_seconds, expected_oee), efficiencies.get(id)!)
      return {
        ...{ material_id: row.material_id, process_id: row.process_id, device_id: row.device_id },
        ...{
          cycle_seconds: roundHalfUp(cycle_seconds, 6),
          setup_seconds,
          employees,
          expected_oee,
          learnt_count: row.count,
        },
      }
    })
    await putLearntTimes(tx, org_id, context.now, taken)
    return { affected: taken.length }
  }),
]

/** By how far they are off. */
async function learntTimes({ tx, org_id, now, member }: Context, device_ids: readonly string[] | undefined) {
  const since = now - learntDays * daySeconds
  const tasks = await rows(
    tx,
    sql<FinishedTask>`select o.material_id, t.process_id, t.device_id, (t.reported_quantity + t.defective_quantity)::text as pieces,
        coalesce(r.told, 0)::int as told_seconds, t.actual_start_time, t.actual_finish_time,
        coalesce((select json_agg(json_build_array(lower(u), upper(u)))
          from unnest(z.rests * int8multirange(int8range(t.actual_start_time, greatest(t.actual_start_time, t.actual_finish_time)))) u), '[]') as rests
      from production_task t join mo o on o.org_id = t.org_id and o.id = t.mo_id join device d on d.org_id = t.org_id and d.id = t.device_id
        left join (select task_id, sum(work_seconds) as told from report_record where org_id = ${org_id} and not revoked group by task_id) r
          on r.task_id = t.id
        left join (select task_id, range_agg(int8range(from_time, to_time)) as rests from task_pause
          where org_id = ${org_id} and to_time is not null group by task_id) z on z.task_id = t.id
      where t.org_id = ${org_id} and t.status = ${taskStatus.codes.done} and t.actual_finish_time > ${since} and t.actual_start_time is not null
        and t.reported_quantity + t.defective_quantity > 0 and d.supplier_id is null
        -- a furnace takes the time of its charge, whatever is in it
        and d.charge_capacity is null
        ${device_ids === undefined ? sql`` : sql`and ${among(sql`t.device_id`, device_ids)}`}`,
  )
  const { machines } = await machinesFor(tx, org_id, now, member.time_zone, since)
  const seconds = new Map<string, number[]>()
  for (const task of tasks) {
    const table = machines.tableOf(task.device_id)
    const worked =
      task.told_seconds ||
      task.rests.reduce(
        (left, [from, to]) => left - workedBetween(table, from, to),
        workedBetween(table, task.actual_start_time, task.actual_finish_time),
      )
    const each = worked / Number(task.pieces)
    // Who reports without having started says nothing of the time, and less than is kept is none.
    if (each < 10 ** -decimals) continue
    const key = keyOf(task)
    seconds.get(key)?.push(each) ?? seconds.set(key, [each])
  }
  const keys = [...seconds.keys()]
  const names = new Map((await namesOf(tx, org_id, keys)).map(one => [one.key, one]))
  const closest = closestTimeOf(await loadCycleTimes(tx, org_id))
  const standards = new Map<string, CycleTime | undefined>()
  const result = keys.map((key): LearntTimeRow => {
    const [material_id, process_id, device] = key.split(':') as [string, string, string]
    const { key: _, efficiency, open_quantity, ...named } = names.get(key)!
    const learnt = learntFrom(seconds.get(key)!)!
    const standard = closest(material_id, process_id, device)
    standards.set(key, standard)
    const time = standard && runTime(standard, efficiency).run_seconds_per_piece
    const standard_seconds = time ? roundHalfUp(convert('1', time.numerator, time.denominator), decimals) : null
    const median_seconds = asQuantity(learnt.median, decimals)
    return {
      ...{ id: key, material_id, process_id, device_id: device },
      ...named,
      ...{ standard_seconds, median_seconds, p90_seconds: asQuantity(learnt.p90, decimals) },
      ...{ count: learnt.count, outliers: learnt.outliers },
      deviation: time
        ? asQuantity((learnt.median / (Number(time.numerator) / Number(time.denominator)) - 1) * 100, percentDecimals)
        : null,
      open_seconds_change:
        standard_seconds === null
          ? null
          : Math.round((Number(median_seconds) - Number(standard_seconds)) * Number(open_quantity)),
    }
  })
  const far = ({ deviation }: LearntTimeRow) =>
    deviation === null ? Number.POSITIVE_INFINITY : Math.abs(Number(deviation))
  return {
    result: result.toSorted((a, b) => far(b) - far(a) || a.id.localeCompare(b.id)),
    standards,
    efficiencies: new Map([...names].map(([key, { efficiency }]) => [key, efficiency])),
  }
}

const namesOf = (tx: Context['tx'], org_id: string, keys: readonly string[]): Promise<Names[]> =>
  rows(
    tx,
    sql<Names>`select k.key, m.code as material_code, m.name as material_name, p.name as process_name, d.machine_no, trim_scale(d.efficiency) as efficiency,
        coalesce(w.orders, 0)::int as open_orders, coalesce(w.quantity, 0)::text as open_quantity
      from (select key, split_part(key, ':', 1)::uuid as material_id, split_part(key, ':', 2)::uuid as process_id, split_part(key, ':', 3)::uuid as device_id
          from unnest(${keys}::text[]) as key) k
        join material m on m.org_id = ${org_id} and m.id = k.material_id join process p on p.org_id = ${org_id} and p.id = k.process_id
        join device d on d.org_id = ${org_id} and d.id = k.device_id
        left join (select o.material_id, t.process_id, t.device_id, count(distinct o.id) as orders,
            sum(greatest(t.quantity - t.reported_quantity - t.defective_quantity, 0)) as quantity
          from production_task t join mo o on o.org_id = t.org_id and o.id = t.mo_id
          where t.org_id = ${org_id} and t.status <> ${taskStatus.codes.done} and o.status < ${moStatus.codes.completed}
          group by 1, 2, 3) w on w.material_id = k.material_id and w.process_id = k.process_id and w.device_id = k.device_id`,
  )
