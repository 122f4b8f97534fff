import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Changeover, changeoverOf } from '@qitao/engineering/model/time/change-line.rules.ts'
import { loadChangeovers, loadTraits } from '@qitao/engineering/server'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { explainSetup } from '../../model/chart/setup-reason.calls.ts'

interface Made {
  readonly mo_no: string
  readonly material_id: string
  readonly material_code: string
  readonly material_name: string
  readonly series: string | null
}
const made = sql`o.no as mo_no, o.material_id, m.code as material_code, m.name as material_name, m.series`
const joins = sql`join mo o on o.org_id = t.org_id and o.id = t.mo_id join material m on m.org_id = o.org_id and m.id = o.material_id`

export const setupReasonHandlers: Handler[] = [
  handle(explainSetup, async ({ task_id }, { tx, org_id }) => {
    const [task] = await rows(
      tx,
      sql<
        Made & { device_id: string; start_time: number; status: number }
      >`select ${made}, t.device_id, t.start_time, t.status from production_task t ${joins}
        where t.org_id = ${org_id} and t.id = ${task_id}`,
    )
    if (!task) refuse(generalErrors.recordNotFound)
    // As it is planned: the first one that is open follows what was done last, whenever that was to begin.
    const open = task.status !== taskStatus.codes.done
    const isPast = sql`(${open} and t.status = ${taskStatus.codes.done})`
    const [before] = await rows(
      tx,
      sql<Made>`select ${made} from production_task t ${joins}
        where t.org_id = ${org_id} and t.device_id = ${task.device_id} and t.id <> ${task_id} and (${isPast} or t.start_time < ${task.start_time})
        order by ${isPast}, case when ${isPast} then coalesce(t.actual_finish_time, t.end_time) else t.start_time end desc, t.id desc limit 1`,
    )
    if (!before) return { before: null, change: null }
    const { mo_no, material_code, material_name } = before
    const changeovers = await loadChangeovers(tx, org_id)
    const traits = await loadTraits(tx, org_id, changeovers)
    const traited = (of: Made) => ({ ...of, traits: traits[of.material_id] ?? [] })
    const entry = changeoverOf(changeovers, task.device_id, traited(before), traited(task))
    return {
      before: { mo_no, material_code, material_name },
      change: entry ? await toldOf(tx, org_id, entry, before, task) : null,
    }
  }),
]

async function toldOf(tx: Tx, org_id: string, entry: Changeover, before: Made, task: Made) {
  const { from_material_id, to_material_id, from_series, to_series, attribute, from_value, to_value } = entry
  const [field] = attribute
    ? await rows(
        tx,
        sql<{
          name: string
        }>`select field_name as name from custom_field where org_id = ${org_id} and module_code = 'material' and field_key = ${attribute}`,
      )
    : []
  const by =
    (from_material_id ?? to_material_id)
      ? 'product'
      : attribute
        ? 'attribute'
        : (from_series ?? to_series)
          ? 'series'
          : 'any'
  return {
    by,
    attribute_name: field?.name ?? null,
    from: from_material_id ? before.material_code : (from_series ?? from_value ?? null),
    to: to_material_id ? task.material_code : (to_series ?? to_value ?? null),
    whose: entry.device_id === null ? 'all' : entry.by_workgroup ? 'workgroup' : 'machine',
    change_seconds: entry.change_seconds,
  } as const
}
