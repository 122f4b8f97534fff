import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { addFreezes, expectOwn, removeFreezes } from '@qitao/masterdata/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { freezeDevices, type freezeRow, listFreezes, unfreezeDevices } from '../../model/publish/freeze.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { lockHead, planChanged, tasksWhere } from '../plan/plan.queries.ts'

export const freezeHandlers: Handler[] = [
  handle(freezeDevices, async ({ machine_no_list, timestamp_range: [start_time, end_time], kind, reason }, context) => {
    const { tx, org_id } = context
    if (start_time === end_time) refuse(masterdataErrors.badTimeRange, { field: 'timestamp_range' })
    await lockHead(tx, org_id)
    const devices = await devicesNamed(tx, org_id, machine_no_list)
    await expectOwn(context, 'devices', devices, 'machine_no_list')
    const [over] = await rows(
      tx,
      sql<{
        machine_no: string
      }>`select d.machine_no from device_freeze f join device d on d.org_id = f.org_id and d.id = f.device_id
        where f.org_id = ${org_id} and ${among(sql`f.device_id`, devices)} and f.start_time < ${end_time} and f.end_time > ${start_time} order by 1`,
    )
    if (over)
      refuse(schedulingErrors.deviceFrozen, { machine: over.machine_no, detail: text('{machine}', '{machine}') })
    const freezes = devices.map(device_id => ({
      id: newId(),
      device_id,
      start_time,
      end_time,
      kind,
      reason: reason || null,
    }))
    await addFreezes(tx, freezes)
    await planChanged(context)
    const tasks = await tasksWhere(
      tx,
      org_id,
      sql`${among(sql`t.device_id`, devices)} and t.status = ${taskStatus.codes.not_started} and t.setup_start_time < ${end_time} and t.end_time > ${start_time}`,
    )
    const numbers = await rows(
      tx,
      sql<{ id: string; no: string }>`select id, no from mo where org_id = ${org_id} and ${among(
        sql`id`,
        tasks.map(task => task.mo_id),
      )}`,
    )
    const noOf = new Map(numbers.map(({ id, no }) => [id, no]))
    return {
      affected: freezes.length,
      freeze_ids: freezes.map(({ id }) => id),
      tasks: tasks.map(task => ({ ...task, mo_no: noOf.get(task.mo_id)! })),
    }
  }),

  handle(unfreezeDevices, async ({ freeze_ids }, context) => {
    const { tx, org_id } = context
    await lockHead(tx, org_id)
    const wanted = [...new Set(freeze_ids)]
    const gone = await removeFreezes(tx, org_id, wanted)
    if (gone.length < wanted.length) refuse(generalErrors.recordNotFound)
    await planChanged(context)
    return { affected: gone.length }
  }),

  handle(listFreezes, async ({ machine_no_list, timestamp_range }, { tx, org_id, now }) => ({
    result: await rows(
      tx,
      sql<
        z.output<typeof freezeRow>
      >`select f.id, d.machine_no, d.name as machine_name, f.device_id, jsonb_build_array(f.start_time, f.end_time) as timestamp_range, f.kind, f.reason,
          (f.start_time <= ${now}::bigint and f.end_time > ${now}::bigint) as active
        from device_freeze f join device d on d.org_id = f.org_id and d.id = f.device_id
        where f.org_id = ${org_id} ${machine_no_list === undefined ? sql`` : sql`and d.machine_no = any(${machine_no_list})`}
          ${timestamp_range === undefined ? sql`` : sql`and f.start_time < ${timestamp_range[1]} and f.end_time > ${timestamp_range[0]}`}
        order by f.start_time, d.sequence, d.machine_no`,
    ),
  })),
]

/** Ids of machines by their numbers; one that is unknown is named. */
async function devicesNamed(tx: Tx, org_id: string, machine_nos: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(machine_nos)]
  const found = await rows(
    tx,
    sql<{
      id: string
      machine_no: string
    }>`select id, machine_no from device where org_id = ${org_id} and machine_no = any(${wanted}) order by id for update`,
  )
  const known = new Set(found.map(({ machine_no }) => machine_no))
  const unknown = wanted.find(no => !known.has(no))
  if (unknown !== undefined)
    refuse(generalErrors.recordNotFound, {
      field: 'machine_no_list',
      machine: unknown,
      detail: text('{machine}', '{machine}'),
    })
  return found.map(({ id }) => id)
}
