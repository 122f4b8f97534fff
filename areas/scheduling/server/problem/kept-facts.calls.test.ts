import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { aFreeze, aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aComponent, aMo, aPlannedMo, aPlant, aTask, at } from '../../testing/plant.ts'
import { loadFacts } from './facts.queries.ts'
import { type KnownFacts, knownFacts } from './kept-facts.ts'

const app = await testApp()

/** An order that makes for another one, a third with material bought, one machine in a workgroup. */
async function set(company: TestCompany) {
  const plant = await aPlant(company)
  const group = await aWorkgroup(company)
  const child = await aPlannedMo(company, plant, 2, { material_id: plant.component.id })
  const parent = await aPlannedMo(company, plant, 6)
  const bought = await aPlannedMo(company, plant, 8)
  const component = await aComponent(company, plant, parent, at(5, 8))
  await aComponent(company, plant, bought, at(7, 8))
  const assigned = newId()
  await company.as(tx =>
    sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity, available_time)
      values (${assigned}, ${parent.id}, ${component.id}, ${plant.component.id}, 4, ${child.id}, 1, ${at(4, 8)})`.execute(
      tx,
    ),
  )
  return { plant, group, child, parent, bought, component, assigned }
}
type Set = Awaited<ReturnType<typeof set>>

async function expectAllOf(tx: Tx, company: TestCompany): Promise<KnownFacts> {
  const known = await knownFacts(tx, company.org_id)
  const { now: _, time_zone: __, ...whole } = await loadFacts(tx, company.org_id, 0, 'UTC')
  expect(known.facts).toEqual(whole)
  return known
}
const check = (company: TestCompany) => company.as(tx => expectAllOf(tx, company))

const mould = newId()
const changes: readonly (readonly [string, 'some' | 'all', (one: Set, company: TestCompany) => RawBuilder<unknown>])[] =
  [
    [
      'another planner drags',
      'some',
      ({
        child,
      }) => sql`update production_task set setup_start_time = setup_start_time + 3600, start_time = start_time + 3600,
    end_time = end_time + 3600 where mo_id = ${child.id}`,
    ],
    [
      'a task goes to another machine',
      'some',
      ({ plant, child }) => sql`update production_task set device_id = ${plant.saw2.id} where id = ${child.cut.id}`,
    ],
    [
      'a task is reported',
      'some',
      ({ child }) =>
        sql`update production_task set reported_quantity = 10, status = 1, actual_start_time = ${at(1, 8)} where id = ${child.cut.id}`,
    ],
    [
      'an operation is reported',
      'some',
      ({ child }) => sql`update mo_operation set reported_quantity = 10, status = 1 where id = ${child.operations[0]!}`,
    ],
    [
      'a task is done',
      'some',
      ({ child }) =>
        sql`update production_task set status = 2, actual_finish_time = ${at(1, 9)} where id = ${child.cut.id}`,
    ],
    [
      'what is done was another product',
      'some',
      ({ plant, child }) => sql`update mo set material_id = ${plant.other.id} where id = ${child.id}`,
    ],
    [
      'what is done is undone',
      'some',
      ({ child }) => sql`update production_task set status = 0 where id = ${child.cut.id}`,
    ],
    [
      'goods arrive',
      'some',
      ({ bought }) => sql`update mo_assignment set source_type = 1, available_time = null where mo_id = ${bought.id}`,
    ],
    [
      'a receipt comes later',
      'some',
      ({ bought }) => sql`update mo_assignment set available_time = ${at(9, 8)} where mo_id = ${bought.id}`,
    ],
    ['an assignment is gone', 'some', ({ assigned }) => sql`delete from mo_assignment where id = ${assigned}`],
    [
      'an assignment comes',
      'some',
      ({
        assigned,
        plant,
        parent,
        component,
        child,
      }) => sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity)
    values (${assigned}, ${parent.id}, ${component.id}, ${plant.component.id}, 4, ${child.id}, 1)`,
    ],
    [
      'who makes for it is no longer planned',
      'some',
      ({ child }) => sql`update mo set status = 50 where id = ${child.id}`,
    ],
    ['who makes for it is planned again', 'some', ({ child }) => sql`update mo set status = 20 where id = ${child.id}`],
    [
      'a component is short',
      'some',
      ({ component }) =>
        sql`update mo_component set short_quantity = 5, expected_time = ${at(12, 8)} where id = ${component.id}`,
    ],
    [
      'an order is due earlier',
      'some',
      ({ parent }) => sql`update mo set delivery_date = ${at(3, 0)}, priority = 1 where id = ${parent.id}`,
    ],
    [
      'a task is published',
      'some',
      ({ parent }) =>
        sql`update production_task set publish_status = 1, dispatch_status = 1, capacity_locked = true where mo_id = ${parent.id}`,
    ],
    [
      'an operation is parted',
      'some',
      ({ parent }) => sql`insert into operation_part (id, operation_id, part_no, quantity)
    values (${parent.operations[0]!}, ${parent.operations[0]!}, 1, 20), (${newId()}, ${parent.operations[0]!}, 2, 100)`,
    ],
    [
      'a part is made greater',
      'some',
      ({ parent }) =>
        sql`update operation_part set quantity = quantity + 1 where operation_id = ${parent.operations[0]!}`,
    ],
    [
      'parts are joined',
      'some',
      ({ parent }) => sql`delete from operation_part where operation_id = ${parent.operations[0]!}`,
    ],
    ['a task comes off the plan', 'some', ({ bought }) => sql`delete from production_task where mo_id = ${bought.id}`],
    ['an order is deleted', 'some', ({ bought }) => sql`delete from mo where id = ${bought.id}`],
    ['a calendar', 'all', () => sql`update calendar set shifts = jsonb_set(shifts, '{0,end_second}', '60000')`],
    [
      'a day of a calendar',
      'all',
      () =>
        sql`insert into calendar_day (id, calendar_id, day, day_type, shifts) select ${newId()}, id, '2030-01-01', 2, '[]' from calendar`,
    ],
    ['a cycle time', 'all', () => sql`update cycle_time set cycle_seconds = 90`],
    [
      'a cycle time more',
      'all',
      ({ plant }) =>
        sql`insert into cycle_time (id, process_id, material_id, cycle_seconds) values (${newId()}, ${plant.cutting.id}, ${plant.product.id}, 30)`,
    ],
    [
      'a change-over',
      'all',
      ({ plant }) => sql`insert into change_line (id, device_id, from_material_id, to_material_id, change_seconds)
    values (${newId()}, ${plant.saw.id}, ${plant.product.id}, ${plant.other.id}, 600)`,
    ],
    ['a machine', 'all', ({ plant }) => sql`update device set capacity = 2 where id = ${plant.saw2.id}`],
    ['what a machine can do', 'all', ({ plant }) => sql`delete from device_process where device_id = ${plant.saw2.id}`],
    [
      'the workgroup of a machine',
      'all',
      ({ plant, group }) => sql`update device set workgroup_id = ${group.id} where id = ${plant.saw.id}`,
    ],
    [
      'the calendar of a workgroup',
      'all',
      ({ group }) => sql`update workgroup set calendar_id = (select id from calendar limit 1) where id = ${group.id}`,
    ],
    [
      'a person joins',
      'all',
      ({ group }, company) =>
        sql`insert into workgroup_member (workgroup_id, user_id) values (${group.id}, ${company.admin.user_id})`,
    ],
    [
      'the series of a product',
      'all',
      ({ plant }) => sql`update material set series = 'S' where id = ${plant.product.id}`,
    ],
    ['the precision of a unit', 'all', () => sql`update unit set "precision" = 3`],
    [
      'a mould',
      'all',
      ({ plant }) =>
        sql`insert into mould (id, code, name, process_id) values (${mould}, 'M', 'M', ${plant.cutting.id})`,
    ],
    [
      'what a mould is for',
      'all',
      ({ plant }) => sql`insert into mould_material (mould_id, material_id) values (${mould}, ${plant.product.id})`,
    ],
    [
      'where a mould fits',
      'all',
      ({ plant }) => sql`insert into mould_device (mould_id, device_id) values (${mould}, ${plant.saw.id})`,
    ],
    [
      'a skill',
      'all',
      ({ plant }, company) =>
        sql`insert into skill (id, user_id, process_id) values (${newId()}, ${company.admin.user_id}, ${plant.cutting.id})`,
    ],
    ['the skill that a process asks for', 'all', () => sql`update process set skill_level = 1`],
    ['what may share a charge', 'all', () => sql`update process set charge_by = 4`],
    ['who makes a process', 'all', () => sql`update process set outsourced = not outsourced`],
    ['whether a process may pause', 'all', () => sql`update process set may_pause = not may_pause`],
  ]

test('whoever changes what: kept and read anew, it is what reading all of it gives', async () => {
  const company = await app.company()
  const one = await set(company)
  expect((await check(company)).since).toBeUndefined()
  expect((await check(company)).since?.change.mo_ids).toEqual([])
  for (const [name, which, change] of changes) {
    const { rowCount } = await company.as(async tx => {
      const { numAffectedRows } = await change(one, company).execute(tx)
      return { rowCount: Number(numAffectedRows ?? 0) }
    })
    expect({ name, changed: rowCount > 0 }).toEqual({ name, changed: true })
    expect({ name, read: (await check(company)).since ? 'some' : 'all' }).toEqual({ name, read: which })
  }
  await aFreeze(company, { device_id: one.plant.saw.id, start_time: at(2, 9), end_time: at(2, 11) })
  await check(company)
  // An order between others by its number, on a process that nothing was planned on.
  const late = await aMo(company, one.plant, { no: 'AA-1' })
  await aTask(company, late, 0, one.plant.saw, at(3, 8))
  await check(company)
  await company.as(tx =>
    sql`update mo_operation set process_id = ${one.plant.welding.id} where mo_id = ${late.id}`.execute(tx),
  )
  await check(company)
})

test('what belongs to no plan is not read again', async () => {
  const company = await app.company()
  const { plant } = await set(company)
  await check(company)
  await company.as(tx => sql`update material set name = 'Another' where id = ${plant.product.id}`.execute(tx))
  const { state } = await check(company)
  expect((await check(company)).since).toMatchObject({ state, change: { mo_ids: [] } })
})

describe('transactions side by side', () => {
  const shift = (tx: Tx, id: string) =>
    sql`update production_task set start_time = start_time + 60, end_time = end_time + 60 where id = ${id}`.execute(tx)

  test('a change is seen when it is made for good, however long ago it was written', async () => {
    const company = await app.company()
    const { child } = await set(company)
    await check(company)
    await company.as(async tx => {
      await shift(tx, child.cut.id)
      // Others go on meanwhile, and their transactions are younger.
      await company.as(other => sql`update mo set priority = 2 where id = ${child.id}`.execute(other))
      expect((await check(company)).facts.orders.find(({ id }) => id === child.id)?.priority).toBe(2)
      await check(company)
    })
    expect((await check(company)).since?.change.mo_ids).toEqual(expect.arrayContaining([child.id]))
  })

  test('who reads after writing and gives up has kept nothing of it', async () => {
    const company = await app.company()
    const { child } = await set(company)
    await check(company)
    const undone = company.as(async tx => {
      await shift(tx, child.cut.id)
      expect((await expectAllOf(tx, company)).state).toBeNull()
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await check(company)
  })

  test('who reads and then writes reads what it wrote the next time', async () => {
    const company = await app.company()
    const { child, parent } = await set(company)
    await check(company)
    await company.as(async tx => {
      await sql`select id from production_task where id = ${child.cut.id} for update`.execute(tx)
      // Younger ones have ended when it reads.
      await company.as(other => sql`update mo set priority = 2 where id = ${parent.id}`.execute(other))
      await expectAllOf(tx, company)
      await shift(tx, child.cut.id)
    })
    expect((await check(company)).since?.change.mo_ids).toEqual(expect.arrayContaining([child.id]))
  })

  test('after notes were cleared away all is read', async () => {
    const company = await app.company()
    const { child } = await set(company)
    await check(company)
    await company.as(tx => shift(tx, child.cut.id))
    await company.as(tx => sql`update input_change set at = 0`.execute(tx))
    // While a transaction goes on anywhere in the cluster, what came after it stays.
    const left = async () => {
      await company.as(tx => sql`select clear_input_changes(${company.org_id}, 'schedule')`.execute(tx))
      const noted = "select distinct what from input_change where org_id = $1 and reader = 'schedule'"
      return (await app.database.pool.query(noted, [company.org_id])).rows
    }
    await expect.poll(left, { timeout: 50_000, interval: 200 }).toEqual([{ what: 'cleared' }])
    expect((await check(company)).since).toBeUndefined()
    expect((await check(company)).since).toBeDefined()
  })

  test('a change of very many orders counts as all', async () => {
    const company = await app.company()
    await set(company)
    await check(company)
    await company.as(tx =>
      sql`select note_input_change(${company.org_id}, 'schedule', 'order', array(select gen_random_uuid() from generate_series(1, 1001)))`.execute(
        tx,
      ),
    )
    expect((await check(company)).since).toBeUndefined()
  })
})
