import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import { taskResult, taskStatus } from '../../model/task/task.status.ts'

/** What a receipt brought is taken back: nothing is left to inspect. Refused once one of its inspections is judged. */
export async function giveUpInspection(
  { tx, org_id, now, member }: Pick<Context, 'tx' | 'org_id' | 'now' | 'member'>,
  source_id: string,
): Promise<void> {
  const found = await rows(
    tx,
    sql<{ id: string; no: string; status: number; result: number | null }>`select id, no, status, result from qc_task
      where org_id = ${org_id} and source_id = ${source_id} order by id for no key update`,
  )
  await expectNoneNew(tx, org_id, source_id, found)
  const { skipped, gone } = taskResult.codes
  const judged = found.find(
    ({ status, result }) => status === taskStatus.codes.done && result !== skipped && result !== gone,
  )
  if (judged)
    refuse(generalErrors.statusNotAllowed, {
      no: judged.no,
      detail: text(
        '质检任务{no}已判定，请在该任务中处置或办理退货',
        'Inspection {no} is judged: dispose of the goods there, or return them',
      ),
    })
  await transition(
    tx,
    org_id,
    { table: 'qc_task', statuses: taskStatus },
    'lose',
    found.filter(({ status }) => status !== taskStatus.codes.done).map(({ id }) => id),
    sql`result = ${gone}::smallint, judged_time = ${now}::bigint, inspector_id = coalesce(t.inspector_id, ${member.user_id}::uuid)`,
  )
}

/** Asked once its tasks are locked: a part that was split off while they were waited for would inspect goods that are gone. */
async function expectNoneNew(
  tx: Tx,
  org_id: string,
  source_id: string,
  locked: readonly { readonly id: string }[],
): Promise<void> {
  const ids = locked.map(({ id }) => id)
  const [missed] = await rows(
    tx,
    sql<{
      no: string
    }>`select no from qc_task where org_id = ${org_id} and source_id = ${source_id} and not ${among(sql`id`, ids)} limit 1`,
  )
  if (missed)
    refuse(generalErrors.dataLocked, {
      no: missed.no,
      detail: text('质检任务{no}刚刚拆分出来，请重试', 'Inspection {no} has just been split off: try again'),
    })
}
