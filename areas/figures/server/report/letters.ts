import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import { letterProblem, letterStatus } from '../../model/report/report.status.ts'

export const lettersByState = { table: 'report_letter', statuses: letterStatus } as const
/** So often a letter is made or sent before it is given up. */
export const mostTries = 6
/** What it said is for who got it. */
export const forgotten = sql`words = null, html = null, file_content = null`

const { to_make, to_send } = letterStatus.codes
type Problem = (typeof letterProblem)['list'][number]['code']

/** Those of them that still wait to be made, locked: meanwhile somebody may have stopped them. */
export const stillToMake = async (tx: Tx, org_id: string, ids: readonly string[]): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{ id: string }>`select id from report_letter where org_id = ${org_id} and id = any(${ids}::uuid[])
        and status = ${sql.lit(to_make)} order by id for update`,
    )
  ).map(({ id }) => id)

export const leaveOut = (tx: Tx, org_id: string, ids: readonly string[], problem: Problem): Promise<void> =>
  transition(tx, org_id, lettersByState, 'leave_out', ids, sql`problem = ${problem}, ${forgotten}`)

/** What waits of these mailings goes to nobody but these. */
export async function stopLetters(
  tx: Tx,
  org_id: string,
  mailing_ids: readonly string[],
  but: readonly string[] = [],
): Promise<void> {
  const waiting = await rows(
    tx,
    sql<{
      id: string
    }>`select id from report_letter where org_id = ${org_id} and mailing_id = any(${mailing_ids}::uuid[])
      and status in (${sql.lit(to_make)}, ${sql.lit(to_send)}) and not user_id = any(${but}::uuid[]) order by id for update`,
  )
  await leaveOut(
    tx,
    org_id,
    waiting.map(({ id }) => id),
    letterProblem.codes.stopped,
  )
}
