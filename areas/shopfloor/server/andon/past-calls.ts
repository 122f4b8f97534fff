import type { CodeOf } from '@qitao/core/status.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import { type andonCause, andonStatus } from '../../model/andon/andon.status.ts'

interface PastCall {
  readonly task_id: string
  readonly mo_id: string
  readonly process_id: string
  readonly device_id: string
  readonly cause: CodeOf<typeof andonCause>
  readonly called_by: string
  readonly answered_by: string
  readonly called: Instant
  readonly answered: Instant
  readonly closed: Instant
  readonly remedy: string
}
/** Calls for help of a past that is entered later: whoever was rung came, and it was solved. */
export const enterPastCalls = (tx: Tx, calls: readonly PastCall[]): Promise<void> =>
  insertRows(
    tx,
    'andon_call',
    calls.map(({ called, answered, closed, answered_by, ...call }) => ({
      ...{ ...call, id: newId(), status: andonStatus.codes.closed, rung_ids: [answered_by] },
      ...{ called_time: called, answered_time: answered, answered_by, closed_time: closed, closed_by: answered_by },
    })),
  )
