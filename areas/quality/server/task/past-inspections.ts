import { isPositive, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { hourSeconds, type Instant } from '@qitao/core/time.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import { disposal, taskResult, taskStatus } from '../../model/task/task.status.ts'
import { usualHours } from './hold-for-inspection.ts'

const { pass, partial, concession: conceded } = taskResult.codes

interface PastInspection {
  readonly no: string
  readonly qc_type: number
  readonly scheme_id: string
  readonly material_id: string
  readonly quantity: Quantity
  readonly source_id: string
  readonly source_no: string
  /** Goods of a receipt, or pieces at a step. */
  readonly of:
    | { readonly location_id: string; readonly supplier_id: string | null }
    | { readonly mo_id: string; readonly operation_id: string; readonly process_id: string }
  readonly inspector_id: string
  readonly at: Instant
  readonly sample_size: number
  /** Of the sample. Above none the rest is taken all the same: by a concession, for this reason; and why pieces are scrap. */
  readonly nonconforming: number
  readonly concession: string
  readonly scrap: string
  readonly results: readonly { readonly item_id: string; readonly sample_no: number; readonly value: string }[]
}
/**
 * Inspections of a past that is entered later: judged, and nothing of them held back, so that the ledger has all goods as good. Of pieces at
 * a step those that did not conform were scrapped; the rest of what they came from was taken.
 */
export async function enterPastInspections(tx: Tx, inspections: readonly PastInspection[]): Promise<void> {
  const tasks = inspections.map(({ of, nonconforming, concession, ...one }) => {
    const accepted = nonconforming === 0
    const failed = 'mo_id' in of ? String(nonconforming) : '0'
    const taken = subtract(one.quantity, failed)
    const scrapped = isPositive(failed)
    return {
      ...{ ...one, of, id: newId(), nonconforming, accepted, failed },
      ...{ passed: accepted ? taken : '0', taken: accepted ? '0' : taken },
      ...{ result: accepted ? pass : scrapped ? partial : conceded, reason: accepted ? null : concession },
    }
  })
  await insertRows(
    tx,
    'qc_task',
    tasks.map(({ at, of, failed, passed, taken, results: _, scrap: __, ...task }) => ({
      ...{ ...task, ...of, lot_number: '', status: taskStatus.codes.done, created_time: at, judged_time: at },
      ...('mo_id' in of ? { covers_from: '0', covers_to: task.quantity } : {}),
      ...{
        accept_number: 0,
        reject_number: 1,
        due_time: at + usualHours * hourSeconds,
        shipped_quantity: '0',
        blocks: 0,
      },
      ...{ passed_quantity: passed, concession_quantity: taken, failed_quantity: failed, disposed_quantity: failed },
    })),
  )
  await insertRows(
    tx,
    'qc_result',
    tasks.flatMap(({ id: task_id, results }) => results.map(one => ({ id: newId(), task_id, ...one }))),
  )
  await insertRows(
    tx,
    'qc_disposal',
    tasks
      .filter(({ failed }) => isPositive(failed))
      .map(({ id: task_id, failed, scrap, at }) => ({
        ...{ id: newId(), task_id, disposal: disposal.codes.scrap, quantity: failed, reason: scrap, created_time: at },
      })),
  )
}
