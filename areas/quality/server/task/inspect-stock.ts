import type { Out } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { expectLineQuantity } from '@qitao/stock/model/stock-line.rules.ts'
import { gradeGoods, lineMaterials } from '@qitao/stock/server'
import { sql } from 'kysely'
import type { taskCalls } from '../../model/task/task.calls.ts'
import { qcTask, type StockCheckInput } from '../../model/task/task.record.ts'
import { holdForInspection } from './hold-for-inspection.ts'

/**
 * Good stock that somebody doubts is held and gets a task, by the released plan for stock checks or whole. Only what is free: what work
 * orders occupy stays with them (5913), as whoever doubts it too is to see for whom it is.
 */
export async function inspectStock(
  { material_id, location_id, lot_number, quantity, source_no }: StockCheckInput,
  context: Context,
): Promise<Out<typeof taskCalls.add>> {
  const { tx, org_id } = context
  expectLineQuantity({ material_id, quantity }, await lineMaterials(tx, org_id, [{ material_id }]), 1)
  const [bin] = await rows(
    tx,
    sql<{ id: string }>`select id from location where org_id = ${org_id} and id = ${location_id}`,
  )
  if (!bin) refuse(generalErrors.recordNotFound, { field: 'location_id', field_title: qcTask.fields.location_id.title })
  const lot = { material_id, location_id, lot_number: lot_number ?? '', quantity }
  const source_id = newId()
  const [held] = await holdForInspection(
    context,
    'stock',
    { id: source_id, no: source_no, supplier_id: null, always: true },
    [lot],
  )
  const [task] = await rows(
    tx,
    sql<{ id: string; no: string }>`select id, no from qc_task where org_id = ${org_id} and source_id = ${source_id}`,
  )
  const grade = {
    ...{ ...lot, source: { ...task!, type: 'qc_task' }, release_time: held!.release_time! },
    ...{ from_quality: qualityStatus.codes.finished, to_quality: qualityStatus.codes.to_inspect },
  }
  await gradeGoods(tx, org_id, [grade], 'free')
  return task!
}
