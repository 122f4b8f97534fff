import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import type { Parsed } from '@qitao/core/call.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { autoSchedule } from '../../model/schedule.calls.ts'
import { ended } from '../../testing/jobs.ts'
import { aComponent, aMo, aPlant, at } from '../../testing/plant.ts'

const app = await testApp()

test('what is short comes when it is bought or made from now on: no task starts before', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const mo = await aMo(company, plant)
  const component = await aComponent(company, plant, mo, null)
  await company.as(tx =>
    tx
      .updateTable('mo_component')
      .set({ expected_time: at(6, 12) })
      .where('id', '=', component.id)
      .execute(),
  )
  await ended(company, (await company.admin.ok(autoSchedule, { mo_ids: [mo.id], seconds: 1 })).job_id)
  const { rows } = await app.database.pool.query(
    'select min(start_time)::bigint as start from production_task where mo_id = $1',
    [mo.id],
  )
  expect(rows).toEqual([{ start: at(6, 12) }])
})

test('the kit date of an order follows the plan of the one that makes for it', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const child = await aMo(company, plant, { material_id: plant.component.id })
  const parent = await aMo(company, plant, { material_status: 3, kitting_time: at(15, 0), kitting_days: 15 })
  // The kitting check has guessed that the child is done in fifteen days.
  const component_id = newId()
  await company.as(async tx => {
    const quantity = '120'
    await sql`insert into mo_component (id, mo_id, line_no, operation_sequence, material_id, quantity_per, required_quantity, assigned_quantity, in_production_quantity, expected_time, material_status)
      values (${component_id}, ${parent.id}, 1, 10, ${plant.component.id}, 1, ${quantity}, ${quantity}, ${quantity}, ${at(15, 0)}, 4)`.execute(
      tx,
    )
    await sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity, available_time)
      values (${newId()}, ${parent.id}, ${component_id}, ${plant.component.id}, 4, ${child.id}, ${quantity}, ${at(15, 0)})`.execute(
      tx,
    )
  })
  await ended(company, (await company.admin.ok(autoSchedule, { mo_ids: [child.id, parent.id], seconds: 1 })).job_id)
  const { rows } = await app.database.pool.query(
    `select p.kitting_time = c.planned_finish_time as follows, p.kitting_time <= p.planned_start_time as in_time, p.material_status,
      x.expected_time = c.planned_finish_time as component_follows
      from mo p, mo c, mo_component x where p.id = $1 and c.id = $2 and x.id = $3`,
    [parent.id, child.id, component_id],
  )
  expect(rows).toEqual([{ follows: true, in_time: true, material_status: 4, component_follows: true }])
})

test('with a share of late arrivals set, what waits for a purchase goes behind the order that it could hold up', async () => {
  /** The two orders as a plan made for the first time begins them. */
  const first = async (configs: Parsed<typeof setOrganizationConfig>['configs']) => {
    const company = await app.company()
    const plant = await aPlant(company)
    await company.as(tx => tx.updateTable('device').set({ status: 0 }).where('id', '=', plant.saw2.id).execute())
    const idle = await aMo(company, plant, { steps: 1 })
    await aComponent(company, plant, idle, at(2, 8))
    // Eight of the nine hours of its last day: two before it, and it still ends the next morning, in time.
    const tight = await aMo(company, plant, { steps: 1, planned_quantity: '480', delivery_date: at(3, 0) })
    const free = await aComponent(company, plant, tight, at(2, 9))
    await company.as(tx =>
      tx.updateTable('mo_assignment').set({ source_type: 1 }).where('component_id', '=', free.id).execute(),
    )
    if (configs.length > 0) await company.admin.ok(setOrganizationConfig, { configs })
    const asked = { mo_ids: [idle.id, tight.id], start_time: at(2, 8), seconds: 2 }
    await ended(company, (await company.admin.ok(autoSchedule, asked)).job_id)
    const { rows } = await app.database.pool.query(
      'select mo_id from production_task where mo_id = any($1) order by start_time',
      [[idle.id, tight.id]],
    )
    return rows.map(row => (row.mo_id === idle.id ? 'idle' : 'tight'))
  }
  expect(await first([])).toEqual(['idle', 'tight'])
  const configs = [
    { config_key: 'schedule_late_share', config_value: '50' },
    { config_key: 'schedule_late_days', config_value: '3' },
  ]
  expect(await first(configs)).toEqual(['tight', 'idle'])
})
