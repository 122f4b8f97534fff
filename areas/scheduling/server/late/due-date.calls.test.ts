import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { alterMo, listMos, showMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { expect, test } from 'vitest'
import { queryGantt } from '../../model/schedule.calls.ts'
import { listSimulationOrders } from '../../model/what-if/simulation.calls.ts'
import { aPlannedMo, aPlant, at } from '../../testing/plant.ts'

const app = await testApp()

test('an order that is due earlier than it is planned to end is late wherever it is shown, and in time again with its day', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const mo = await aPlannedMo(company, plant, 3)
  const told = async () => {
    const { mo: shown } = await company.admin.ok(showMo, { mo_id: mo.id })
    const gantt = await company.admin.ok(queryGantt, { timestamp_range: [at(0, 0), at(9, 0)] })
    const [simulated] = (await company.admin.ok(listSimulationOrders, {})).result
    const late = await company.admin.ok(listMos, { late: true })
    const { capacity_status, delivery_status } = gantt.orders[0]!
    return {
      states: [shown.delivery_status, delivery_status, simulated!.delivery_status],
      capacity: [shown.capacity_status, capacity_status],
      late: [late.result.length, gantt.summary.late_orders],
    }
  }
  const inTime = { states: [1, 1, 1], capacity: [1, 1], late: [0, 0] }
  const due = async (day: number) => {
    const { row_version } = (await company.admin.ok(showMo, { mo_id: mo.id })).mo
    await company.admin.ok(alterMo, { id: mo.id, row_version, delivery_date: at(day, 0) })
  }
  expect(await told()).toEqual(inTime)
  await due(2)
  expect(await told()).toEqual({ states: [0, 0, 0], capacity: [3, 3], late: [1, 1] })
  // In time until its day ends.
  await due(3)
  expect(await told()).toEqual(inTime)
})
