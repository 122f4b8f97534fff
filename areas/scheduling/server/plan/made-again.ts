import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { type RawBuilder, sql } from 'kysely'

/** Pieces that a task has to make again and has not reported since. */
export const reworkOf = (org_id: RawBuilder<unknown>, task_id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`greatest(0, coalesce((select sum(rw.rework_quantity - rw.reworked_quantity) from report_record rw
      where rw.org_id = ${org_id} and rw.task_id = ${task_id} and not rw.revoked), 0)
    + coalesce((select sum(sb.quantity) from report_sent_back sb join report_record rs on rs.org_id = sb.org_id and rs.id = sb.report_id
      where sb.org_id = ${org_id} and sb.task_id = ${task_id} and not rs.revoked), 0))`
/** Of tasks `t`, or `k`: a report that stands has finished it, in full or short. */
export const finishedByReport = (task: 't' | 'k'): RawBuilder<boolean> =>
  sql<boolean>`exists (select from report_record fr
    where fr.org_id = ${sql.ref(`${task}.org_id`)} and fr.task_id = ${sql.ref(`${task}.id`)} and fr.finishes_task and not fr.revoked)`
/** Of a task that was finished and is open for what came back to it alone: that. Null: it is open for all that is planned. */
export const onlyAgain = (task: 't' | 'k'): RawBuilder<string | null> =>
  sql<
    string | null
  >`(case when ${sql.ref(`${task}.status`)} = ${sql.lit(taskStatus.codes.started)} and ${finishedByReport(task)}
    then nullif(${reworkOf(sql.ref(`${task}.org_id`), sql.ref(`${task}.id`))}, 0) end)`
/** What it has not made of what it is to make. */
export const unmade = (task: 't' | 'k'): RawBuilder<string> => {
  const of = (column: string) => sql.ref(`${task}.${column}`)
  return sql`least(${of('quantity')} - ${of('reported_quantity')} - ${of('defective_quantity')}, ${onlyAgain(task)})`
}
