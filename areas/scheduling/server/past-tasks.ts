import type { Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { dispatchStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'

export interface PastTask {
  readonly id: string
  readonly task_no: string
  readonly mo_id: string
  readonly operation_id: string
  readonly sequence: number
  readonly process_id: string
  readonly device_id: string
  readonly quantity: Quantity
  readonly good: Quantity
  readonly defective: Quantity
  readonly planned: readonly [start: Instant, end: Instant]
  readonly real: readonly [start: Instant, end: Instant]
}
/** Tasks of a past that is entered later: published, and done. */
export const enterPastTasks = (tx: Tx, tasks: readonly PastTask[]): Promise<void> =>
  insertRows(
    tx,
    'production_task',
    tasks.map(({ good, defective, planned: [start, end], real, device_id, ...task }) => ({
      ...{ ...task, device_id, reported_quantity: good, defective_quantity: defective },
      ...{ setup_start_time: start, start_time: start, end_time: end, status: taskStatus.codes.done },
      ...{ publish_status: publishStatus.codes.published, published_start_time: start, published_end_time: end },
      ...{ published_device_id: device_id, dispatch_status: dispatchStatus.codes.dispatched },
      ...{ actual_start_time: real[0], actual_finish_time: real[1] },
    })),
  )
