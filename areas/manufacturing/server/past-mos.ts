import { add, type Quantity, sum } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import {
  dispatchStatus,
  inboundProgress,
  materialStatus,
  moStatus,
  pickingStatus,
  publishStatus,
} from '../model/mo/mo.status.ts'
import { taskStatus } from '../model/mo/task.status.ts'

export interface PastOperation {
  readonly id: string
  readonly sequence: number
  readonly process_id: string
  readonly good: Quantity
  readonly defective: Quantity
  readonly started: Instant
  readonly finished: Instant
}
export interface PastMo {
  readonly id: string
  readonly no: string
  readonly material_id: string
  /** What it was made by, and for which line of a sales order; absent: for several. */
  readonly of: {
    readonly material_bom_id: string
    readonly routing_id: string
    readonly manufacturing_bom_id: string
    readonly order_id?: string
    readonly order_line_id?: string
  }
  /** In the order in which they were done, one after the other. */
  readonly operations: readonly PastOperation[]
  /** Picked before it began. */
  readonly components: readonly {
    readonly material_id: string
    readonly sequence: number
    readonly quantity_per: Quantity
    readonly quantity: Quantity
  }[]
  readonly planned_start: Instant
  readonly planned_finish: Instant
}
/** Work orders of a past that is entered later: picked, made, and put into stock whole. Their tasks, reports and receipts are entered beside. */
export async function enterPastMos(tx: Tx, mos: readonly PastMo[]): Promise<void> {
  await insertRows(
    tx,
    'mo',
    mos.map(({ id, no, material_id, of, operations, planned_start, planned_finish }) => {
      const [first, last] = [operations[0]!, operations.at(-1)!]
      return {
        ...{ id, no, material_id, ...of, material_status: materialStatus.codes.kitting_complete },
        ...{
          picking_status: pickingStatus.codes.picked,
          status: moStatus.codes.in_warehouse,
          publish_status: publishStatus.codes.published,
        },
        ...{ dispatch_status: dispatchStatus.codes.dispatched, inbound_progress: inboundProgress.codes.done },
        planned_quantity: add(first.good, first.defective),
        ...{ completed_quantity: last.good, inbound_quantity: last.good },
        defective_quantity: sum(operations.map(({ defective }) => defective)),
        ...{ planned_start_time: planned_start, planned_finish_time: planned_finish, delivery_date: planned_finish },
        ...{ actual_start_time: first.started, actual_finish_time: last.finished },
      }
    }),
  )
  await insertRows(
    tx,
    'mo_operation',
    mos.flatMap(({ id: mo_id, operations }) =>
      operations.map(({ id, sequence, process_id, good, defective, started, finished }, index) => ({
        ...{ id, mo_id, sequence, process_id, reported_quantity: good, defective_quantity: defective },
        next_sequences: operations[index + 1] ? [operations[index + 1]!.sequence] : [],
        ...{ status: taskStatus.codes.done, actual_start_time: started, actual_finish_time: finished },
      })),
    ),
  )
  await insertRows(
    tx,
    'mo_component',
    mos.flatMap(({ id: mo_id, components }) =>
      components.map(({ material_id, sequence, quantity_per, quantity }, index) => ({
        ...{ id: newId(), mo_id, line_no: index + 1, operation_sequence: sequence, material_id, quantity_per },
        ...{ required_quantity: quantity, picked_quantity: quantity },
      })),
    ),
  )
}
