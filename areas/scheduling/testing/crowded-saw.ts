import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { aDevice, aFreeze } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { TaskRow } from '../model/task.record.ts'
import { aComponent, aPlannedMo, aPlant, at } from './plant.ts'

const hour = hourSeconds
/** Mornings and afternoons, with an hour between that no task may span. */
const withHardBreak = [
  {
    name: 'Day',
    week_days: [1, 2, 3, 4, 5, 6, 7],
    start_second: 8 * hour,
    end_second: 17 * hour,
    breaks: [{ start_second: 12 * hour, end_second: 13 * hour, spannable: false }],
  },
]

/**
 * Four orders from 08:00: the moved one is cut on day 2 and welded on day 3; others stand on the saws, one is locked, one waits
 * for material until 10:00 of day 2.
 */
export async function aCrowdedSaw(company: TestCompany) {
  const plant = await aPlant(company, { shifts: withHardBreak })
  const mo = await aPlannedMo(company, plant, 2)
  await company.as(async tx => {
    await sql`update production_task set setup_start_time = ${at(3, 8)}, start_time = ${at(3, 8)}, end_time = ${at(3, 10)} where id = ${mo.weld.id}`.execute(
      tx,
    )
  })
  const neighbour = await aPlannedMo(company, plant, 4, { steps: 1 })
  const locked = await aPlannedMo(company, plant, 5, { steps: 1, capacity_locked: true })
  await company.as(tx => sql`update production_task set capacity_locked = true where mo_id = ${locked.id}`.execute(tx))
  const waiting = await aPlannedMo(company, plant, 6, { steps: 1 })
  await aComponent(company, plant, waiting, at(6, 8))
  // Cut on day 10, and what follows it is locked on day 11.
  const firm = await aPlannedMo(company, plant, 10)
  await company.as(tx =>
    sql`update production_task set setup_start_time = ${at(11, 8)}, start_time = ${at(11, 8)}, end_time = ${at(11, 10)}, capacity_locked = true
      where id = ${firm.weld.id}`.execute(tx),
  )
  const disabled = await aDevice(company, { process_ids: [plant.cutting.id], status: 0 })
  const frozen = await aDevice(company, { process_ids: [plant.cutting.id] })
  await aFreeze(company, { device_id: frozen.id, start_time: at(2, 9), end_time: at(2, 11) })
  return { plant, mo, neighbour, locked, waiting, firm, disabled, frozen }
}

/** Where tasks stand. */
export const tasksNow = (company: TestCompany, ids: readonly string[]) =>
  company.as(tx =>
    rows(
      tx,
      sql<TaskRow>`select id, row_version, device_id, setup_start_time, start_time, end_time, setup_seconds, reasons from production_task
        where id = any(${ids}::uuid[]) order by start_time, id`,
    ),
  )
