import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, isWritten, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { workgroupExchange } from '../../model/masterdata.exchange.ts'
import { workgroupCalls } from '../../model/resource/workgroup.calls.ts'
import { type WorkgroupRow, workgroup } from '../../model/resource/workgroup.record.ts'
import { dropHandler, writableColumns } from '../saved-record.ts'

const table = 'workgroup'
const { columns, valuesOf } = writableColumns(workgroup, ['member_ids'])
const joins = sql`left join app_user l on l.org_id = t.org_id and l.id = t.leader_id
  left join calendar c on c.org_id = t.org_id and c.id = t.calendar_id
  left join lateral (select array_agg(u.id order by u.name, u.id) as member_ids, array_agg(u.name order by u.name, u.id) as member_names
    from workgroup_member wm join app_user u on u.org_id = wm.org_id and u.id = wm.user_id
    where wm.org_id = t.org_id and wm.workgroup_id = t.id) m on true`
const shown = sql`t.*, l.name as leader_name, c.name as calendar_name, coalesce(m.member_ids, '{}') as member_ids,
  coalesce(m.member_names, '{}') as member_names,
  coalesce((select array_agg(d.machine_no order by d.machine_no) from device d where d.org_id = t.org_id and d.workgroup_id = t.id), '{}')
    as machine_no_list`

async function saveMembers(tx: Tx, org_id: string, workgroup_id: string, member_ids: readonly string[]): Promise<void> {
  await sql`delete from workgroup_member where org_id = ${org_id} and workgroup_id = ${workgroup_id}
    and not user_id = any(${member_ids}::uuid[])`.execute(tx)
  await sql`insert into workgroup_member (workgroup_id, user_id) select ${workgroup_id}, unnest(${member_ids}::uuid[])
    on conflict do nothing`.execute(tx)
}

const list = handle(workgroupCalls.list, (input, { tx, org_id }) =>
  listRows(
    tx,
    {
      org_id,
      table,
      where: [
        contains(input.keyword, sql`t.code`, sql`t.name`),
        isWritten(input.written, sql`t.code`, sql`t.name`),
        oneOfCodes(sql`t.status`, input.statuses),
      ],
      columns: shown,
      joins,
      orders: { code: sql`t.code`, name: sql`t.name`, status: sql`t.status`, created_time: sql`t.created_time` },
      defaultOrder: 'code',
    },
    input,
  ),
)

export const workgroupHandlers: Handler[] = [
  list,
  exportHandler(workgroupCalls.export, list, workgroup, { imports: workgroupExchange }),
  handle(workgroupCalls.detail, async ({ id }, { tx, org_id }) => {
    const [found] = await rows(
      tx,
      sql<WorkgroupRow>`select ${shown} from workgroup t ${joins} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: found ?? refuse(generalErrors.recordNotFound) }
  }),
  handle(workgroupCalls.add, async (input, { tx, org_id }) => {
    const id = newId()
    await sql`insert into workgroup (id, ${columns}) values (${id}, ${valuesOf(input)})`.execute(tx)
    await saveMembers(tx, org_id, id, input.member_ids)
    return { id }
  }),
  handle(workgroupCalls.alter, async (input, { tx, org_id }) => {
    const [stored] = await rows(
      tx,
      sql<{
        row_version: number
      }>`select row_version from workgroup where org_id = ${org_id} and id = ${input.id} for update`,
    )
    expectVersion(stored, input.row_version)
    await sql`update workgroup set (${columns}) = row(${valuesOf(input)}) where org_id = ${org_id} and id = ${input.id}`.execute(
      tx,
    )
    await saveMembers(tx, org_id, input.id, input.member_ids)
    return { affected: 1 }
  }),
  dropHandler(workgroupCalls.drop, table),
]
