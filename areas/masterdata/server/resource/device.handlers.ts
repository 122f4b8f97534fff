import { customFieldsFor, settledCustom } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, customContains, isWritten, listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { deviceExchange } from '../../model/masterdata.exchange.ts'
import { deviceCalls, queryMachine, queryMachineDetail } from '../../model/resource/device.calls.ts'
import { type DeviceRow, device } from '../../model/resource/device.record.ts'
import { dropHandler, writableColumns } from '../saved-record.ts'
import { deviceColumns, deviceJoins, doesProcess, machineColumns } from './device.queries.ts'

const table = 'device'
const orders = {
  machine_no: sql`t.machine_no`,
  name: sql`t.name`,
  sequence: sql`t.sequence`,
  capacity: sql`t.capacity`,
  status: sql`t.status`,
  created_time: sql`t.created_time`,
}
const { columns, valuesOf } = writableColumns(device, ['process_ids'])
const named = (keyword: string | undefined) =>
  contains(keyword, sql`t.machine_no`, sql`t.name`, sql`coalesce(t.model, '')`)
const inWorkgroup = (workgroup_id: string | undefined) =>
  workgroup_id !== undefined && sql`t.workgroup_id = ${workgroup_id}`

async function saveProcesses(tx: Tx, org_id: string, device_id: string, process_ids: readonly string[]): Promise<void> {
  await sql`delete from device_process where org_id = ${org_id} and device_id = ${device_id}
    and not process_id = any(${process_ids}::uuid[])`.execute(tx)
  await sql`insert into device_process (device_id, process_id) select ${device_id}, unnest(${process_ids}::uuid[])
    on conflict do nothing`.execute(tx)
}

const list = handle(deviceCalls.list, (input, { tx, org_id, now }) =>
  listRows(
    tx,
    {
      org_id,
      table,
      where: [
        named(input.keyword),
        doesProcess(input.process_id),
        inWorkgroup(input.workgroup_id),
        input.status !== undefined && sql`t.status = ${input.status}`,
        customContains(sql`t.custom`, input.custom),
      ],
      columns: deviceColumns(now),
      joins: deviceJoins,
      orders,
      defaultOrder: 'sequence',
    },
    input,
  ),
)

export const deviceHandlers: Handler[] = [
  list,
  exportHandler(deviceCalls.export, list, device, { imports: deviceExchange, custom: customFieldsFor('device') }),
  handle(deviceCalls.detail, async ({ id }, { tx, org_id, now }) => {
    const [found] = await rows(
      tx,
      sql<DeviceRow>`select ${deviceColumns(now)} from device t ${deviceJoins} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: found ?? refuse(generalErrors.recordNotFound) }
  }),
  handle(deviceCalls.add, async (input, { tx, org_id }) => {
    const id = newId()
    const custom = await settledCustom(tx, org_id, table, input.custom)
    await sql`insert into device (id, ${columns}) values (${id}, ${valuesOf({ ...input, custom })})`.execute(tx)
    await saveProcesses(tx, org_id, id, input.process_ids)
    return { id }
  }),
  handle(deviceCalls.alter, async (input, { tx, org_id }) => {
    const [stored] = await rows(
      tx,
      sql<{
        row_version: number
      }>`select row_version from device where org_id = ${org_id} and id = ${input.id} for update`,
    )
    expectVersion(stored, input.row_version)
    const custom = await settledCustom(tx, org_id, table, input.custom, input.id)
    await sql`update device set (${columns}) = row(${valuesOf({ ...input, custom })}) where org_id = ${org_id} and id = ${input.id}`.execute(
      tx,
    )
    await saveProcesses(tx, org_id, input.id, input.process_ids)
    return { affected: 1 }
  }),
  dropHandler(deviceCalls.drop, table, { name: 'machine_no' }),
  handle(queryMachine, (input, { tx, org_id }) =>
    listRows(
      tx,
      {
        org_id,
        table,
        where: [
          named(input.keyword),
          isWritten(input.written, sql`t.machine_no`, sql`t.name`),
          doesProcess(input.process_id),
          inWorkgroup(input.workgroup_id),
          sql`t.status = ${enabledStatus.codes.enabled}`,
        ],
        columns: machineColumns,
        joins: deviceJoins,
        orders,
        defaultOrder: 'sequence',
      },
      input,
    ),
  ),
  handle(queryMachineDetail, async ({ id }, { tx, org_id }) => {
    const [found] = await rows(
      tx,
      sql<never>`select ${machineColumns} from device t ${deviceJoins} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: found ?? refuse(generalErrors.recordNotFound) }
  }),
]
