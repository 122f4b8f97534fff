import type { AttachmentGuard } from '@qitao/access/server'
import { isGranted } from '@qitao/core/grant.ts'
import { fileVersionStatus } from '@qitao/engineering/model/document/file-version.status.ts'
import { publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { type RawBuilder, sql } from 'kysely'
import { listTaskDrawings, type TaskDrawing } from '../../model/drawing/task-drawing.calls.ts'

const { valid } = fileVersionStatus.codes
/** Whether a version was the valid one when the work order `m` was published; of one that is not published, now. */
const stoodAt = (version: string): RawBuilder<unknown> => {
  const of = (column: string) => sql.ref(`${version}.${column}`)
  return sql`(case when m.publish_time is null then ${of('status')} = ${valid}
    else ${of('released_time')} <= m.publish_time and (${of('withdrawn_time')} is null or ${of('withdrawn_time')} > m.publish_time) end)`
}
const sameNumber = sql`v.org_id = d.org_id and v.drawing_no = d.drawing_no and v.deleted_time is null`

/** Whether a version `d` is about the product, the step or the routing of a task `t` of the work order `m`. */
const isOf = sql`(d.deleted_time is null
  and (d.material_id is null or d.material_id = m.material_id) and (d.process_id is null or d.process_id = t.process_id)
  and (d.routing_id is null or d.routing_id = m.routing_id) and coalesce(d.material_id, d.process_id, d.routing_id) is not null)`

/** Beside what `guard` lets pass: whoever works on the floor reads by what open tasks were published, also when it is obsolete by now. */
export const floorDrawings =
  (guard: AttachmentGuard): AttachmentGuard =>
  async (tx, member, object_ids) => {
    if (await guard(tx, member, object_ids)) return true
    if (!isGranted(listTaskDrawings, member.grants)) return false
    const found = await rows(
      tx,
      sql<{
        id: string
      }>`select d.id from drawing d where d.org_id = ${member.org_id} and ${among(sql`d.id`, object_ids)}
        and exists (select from production_task t join mo m on m.org_id = t.org_id and m.id = t.mo_id
          where t.org_id = d.org_id and t.status <> ${taskStatus.codes.done} and t.publish_status = ${publishStatus.codes.published}
            and ${isOf} and ${stoodAt('d')})`,
    )
    return found.length === new Set(object_ids).size
  }

export const taskDrawingHandlers: Handler[] = [
  handle(listTaskDrawings, async ({ task_ids }, { tx, org_id }) => ({
    // A number that had no valid version then is shown as it is now: better than none.
    result: await rows(
      tx,
      sql<TaskDrawing>`select t.id as task_id, d.id, d.drawing_no, d.name, d.version, d.attachment_id, d.file_name, d.mime_type,
          (d.process_id is not null or d.routing_id is not null) as is_instruction,
          (select max(v.version) from drawing v where ${sameNumber} and v.status = ${valid} and v.id <> d.id) as newer_version
        from production_task t join mo m on m.org_id = t.org_id and m.id = t.mo_id
          join drawing d on d.org_id = t.org_id and ${isOf}
        where t.org_id = ${org_id} and ${among(sql`t.id`, task_ids)}
          and (${stoodAt('d')} or (d.status = ${valid} and not exists (select from drawing v where ${sameNumber} and ${stoodAt('v')})))
        order by t.id, is_instruction, d.drawing_no, d.version`,
    ),
  })),
]
