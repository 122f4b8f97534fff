import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { bulkAnswer, expectVersion, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { changeLineExchange } from '../../model/engineering.exchange.ts'
import { changeLineCalls } from '../../model/time/change-line.calls.ts'
import { type ChangeLineRow, changeLine } from '../../model/time/change-line.record.ts'
import { checkChangeover } from '../../model/time/change-line.rules.ts'

const columns = sql`t.*, cf.field_name as attribute_name, wg.name as workgroup_name, d.machine_no as device_code, d.name as device_name, f.code as from_material_code,
  f.name as from_material_name, g.code as to_material_code, g.name as to_material_name`
const joins = sql`left join device d on d.org_id = t.org_id and d.id = t.device_id
  left join workgroup wg on wg.org_id = t.org_id and wg.id = t.workgroup_id
  left join custom_field cf on cf.org_id = t.org_id and cf.module_code = 'material' and cf.field_key = t.attribute
  left join material f on f.org_id = t.org_id and f.id = t.from_material_id
  left join material g on g.org_id = t.org_id and g.id = t.to_material_id`

const lock = async (tx: Tx, org_id: string, ids: readonly string[]) => {
  const found = await rows(
    tx,
    sql<{ id: string; row_version: number }>`select id, row_version from change_line
      where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
  )
  return new Map(found.map(row => [row.id, row]))
}

const list = handle(changeLineCalls.list, async (input, { tx, org_id }) => {
  const { material_id, device_id } = input
  return listRows(
    tx,
    {
      org_id,
      table: 'change_line',
      filterJoins: joins,
      where: [
        contains(
          input.keyword,
          sql`coalesce(d.machine_no, '')`,
          sql`coalesce(d.name, '')`,
          sql`coalesce(wg.name, '')`,
          sql`coalesce(f.code, t.from_series, t.from_value, '')`,
          sql`coalesce(g.code, t.to_series, t.to_value, '')`,
        ),
        input.workgroup_id !== undefined && sql`t.workgroup_id = ${input.workgroup_id}`,
        input.attribute !== undefined && sql`t.attribute = ${input.attribute}`,
        device_id !== undefined && sql`t.device_id = ${device_id}`,
        input.any_device === true && sql`t.device_id is null and t.workgroup_id is null`,
        material_id !== undefined && sql`${material_id} in (t.from_material_id, t.to_material_id)`,
      ],
      columns,
      joins,
      orders: {
        device_id: sql`coalesce(d.machine_no, '')`,
        from_material_id: sql`coalesce(f.code, t.from_series, t.from_value, '')`,
        to_material_id: sql`coalesce(g.code, t.to_series, t.to_value, '')`,
        change_seconds: sql`t.change_seconds`,
        created_time: sql`t.created_time`,
        updated_time: sql`t.updated_time`,
      },
      defaultOrder: '-updated_time',
    },
    input,
  )
})

export const changeLineHandlers = [
  list,
  exportHandler(changeLineCalls.export, list, changeLine, { imports: changeLineExchange }),
  handle(changeLineCalls.detail, async ({ id }, { tx, org_id }) => {
    const [found] = await rows(
      tx,
      sql<ChangeLineRow>`select ${columns} from change_line t ${joins} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: found ?? refuse(generalErrors.recordNotFound) }
  }),
  handle(changeLineCalls.add, async (input, { tx }) => {
    checkChangeover(input)
    const id = newId()
    await tx
      .insertInto('change_line')
      .values({ id, ...input })
      .execute()
    return { id }
  }),
  handle(changeLineCalls.alter, async (given, { tx, org_id }) => {
    const { id, row_version, ...input } = given
    expectVersion((await lock(tx, org_id, [id])).get(id), row_version)
    checkChangeover(input)
    await tx.updateTable('change_line').set(input).where('org_id', '=', org_id).where('id', '=', id).execute()
    return { affected: 1 }
  }),
  handle(changeLineCalls.drop, async ({ ids }, { tx, org_id, language }) => {
    const found = await lock(tx, org_id, ids)
    const { passed_ids, refused } = sortOut(ids, found, () => {})
    await sql`delete from change_line where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
]
