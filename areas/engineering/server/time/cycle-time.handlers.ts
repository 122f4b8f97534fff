import { generalErrors } from '@qitao/core/general.errors.ts'
import { mostRows } from '@qitao/core/page.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { bulkAnswer, expectVersion, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { cycleTimeExchange } from '../../model/engineering.exchange.ts'
import { cycleTimeCalls, listMissingCycleTimes } from '../../model/time/cycle-time.calls.ts'
import { type CycleTimeRow, cycleTime } from '../../model/time/cycle-time.record.ts'
import { loadMissingCycleTimes } from './times.queries.ts'

const columns = sql`t.*, trim_scale(t.cycle_seconds) as cycle_seconds, trim_scale(t.batch_quantity) as batch_quantity,
  trim_scale(t.expected_oee) as expected_oee, m.code as material_code, m.name as material_name, p.code as process_code,
  p.name as process_name, d.machine_no as device_code, d.name as device_name`
const joins = sql`left join material m on m.org_id = t.org_id and m.id = t.material_id
  join process p on p.org_id = t.org_id and p.id = t.process_id
  left join device d on d.org_id = t.org_id and d.id = t.device_id`

const lock = async (tx: Tx, org_id: string, ids: readonly string[]) => {
  const found = await rows(
    tx,
    sql<{ id: string; row_version: number }>`select id, row_version from cycle_time
      where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
  )
  return new Map(found.map(row => [row.id, row]))
}

const list = handle(cycleTimeCalls.list, async (input, { tx, org_id }) => {
  const { material_id, process_id, device_id } = input
  return listRows(
    tx,
    {
      org_id,
      table: 'cycle_time',
      filterJoins: joins,
      where: [
        contains(
          input.keyword,
          sql`p.code`,
          sql`p.name`,
          sql`coalesce(m.code, '')`,
          sql`coalesce(m.name, '')`,
          sql`coalesce(d.machine_no, '')`,
        ),
        material_id !== undefined && sql`t.material_id = ${material_id}`,
        process_id !== undefined && sql`t.process_id = ${process_id}`,
        device_id !== undefined && sql`t.device_id = ${device_id}`,
        oneOfCodes(sql`t.status`, input.statuses),
      ],
      columns,
      joins,
      orders: {
        material_id: sql`coalesce(m.code, '')`,
        process_id: sql`p.code`,
        device_id: sql`coalesce(d.machine_no, '')`,
        cycle_seconds: sql`t.cycle_seconds`,
        setup_seconds: sql`t.setup_seconds`,
        employees: sql`t.employees`,
        expected_oee: sql`t.expected_oee`,
        status: sql`t.status`,
        created_time: sql`t.created_time`,
        updated_time: sql`t.updated_time`,
      },
      defaultOrder: '-updated_time',
    },
    input,
  )
})

export const cycleTimeHandlers = [
  list,
  exportHandler(cycleTimeCalls.export, list, cycleTime, { imports: cycleTimeExchange }),
  handle(cycleTimeCalls.detail, async ({ id }, { tx, org_id }) => {
    const [found] = await rows(
      tx,
      sql<CycleTimeRow>`select ${columns} from cycle_time t ${joins} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: found ?? refuse(generalErrors.recordNotFound) }
  }),
  handle(cycleTimeCalls.add, async (given, { tx }) => {
    const id = newId()
    await tx
      .insertInto('cycle_time')
      .values({ id, ...given })
      .execute()
    return { id }
  }),
  handle(cycleTimeCalls.alter, async (given, { tx, org_id }) => {
    const { id, row_version, ...values } = given
    expectVersion((await lock(tx, org_id, [id])).get(id), row_version)
    await tx
      .updateTable('cycle_time')
      .set({ ...values, learnt_time: null, learnt_count: null })
      .where('org_id', '=', org_id)
      .where('id', '=', id)
      .execute()
    return { affected: 1 }
  }),
  handle(cycleTimeCalls.drop, async ({ ids }, { tx, org_id, language }) => {
    const found = await lock(tx, org_id, ids)
    const { passed_ids, refused } = sortOut(ids, found, () => {})
    await sql`delete from cycle_time where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
  handle(listMissingCycleTimes, async (_input, { tx, org_id }) => {
    const result = await loadMissingCycleTimes(tx, org_id, mostRows)
    return { result, total: result.length }
  }),
]
