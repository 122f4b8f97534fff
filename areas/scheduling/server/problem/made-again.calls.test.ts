import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPlannedMo, aPlant, zone } from '../../testing/plant.ts'
import { loadCapacity } from './capacity.queries.ts'
import { loadFacts } from './facts.queries.ts'

const app = await testApp()
const now = Math.floor(Date.now() / 1000)

test('a step that was finished short and got pieces back is open for those alone, until its end is taken back', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const mo = await aPlannedMo(company, plant)
  const [cutting, welding] = mo.operations as [string, string]
  const report = (task_id: string, operation_id: string, process_id: string, more: object) =>
    company.as(tx =>
      tx
        .insertInto('report_record')
        .values({
          ...{ id: newId(), report_no: `R-${operation_id}`, task_id, mo_id: mo.id, operation_id, process_id },
          ...{ report_time: now, ...more },
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  await report(mo.cut.id, cutting, plant.cutting.id, { finished_quantity: '100', finishes_task: true })
  const { id: report_id } = await report(mo.weld.id, welding, plant.welding.id, { rework_quantity: '20' })
  await company.as(async tx => {
    await tx
      .insertInto('report_sent_back')
      .values({ report_id, task_id: mo.cut.id, operation_id: cutting, quantity: '20' })
      .execute()
    const begun = sql`status = 1, reported_quantity = 80`
    await sql`update production_task set ${begun}, actual_start_time = ${now} where id = ${mo.cut.id}`.execute(tx)
    await sql`update mo_operation set ${begun} where id = ${cutting}`.execute(tx)
  })
  const found = async () => {
    const { operations } = await company.as(tx => loadFacts(tx, company.org_id, now, zone))
    const running = await company.as(tx => loadCapacity(tx, company.org_id, now, zone, [plant.cutting.id]))
    return [...operations, ...running.facts.operations].map(one => [one.id, Number(one.only_again)])
  }
  expect(await found()).toEqual([
    [cutting, 20],
    [welding, 0],
    [cutting, 20],
  ])
  await company.as(tx => sql`update report_record set finishes_task = false where task_id = ${mo.cut.id}`.execute(tx))
  expect(await found()).toEqual([
    [cutting, 0],
    [welding, 0],
    [cutting, 0],
  ])
})

test('steps behind one that ended short are planned for what has come', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const mo = await aPlannedMo(company, plant)
  const [cutting] = mo.operations as [string, string]
  const found = async () =>
    (await company.as(tx => loadFacts(tx, company.org_id, now, zone))).operations.map(one => one.still_comes ?? null)
  const ends = (quantity: number) =>
    company.as(tx =>
      sql`update mo_operation set status = 2, reported_quantity = ${quantity} where id = ${cutting}`.execute(tx),
    )
  expect(await found()).toEqual([null, null])
  await ends(70)
  expect((await found()).map(Number)).toEqual([0, 70])
  await ends(120)
  expect(await found()).toEqual([null, null])
})
