import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { applyRemedy, explainLateOrder, listRemedies } from '../../model/late/late-order.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { aMo, aPlannedMo, aPlant, aTask, at } from '../../testing/plant.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const hour = 3600

/** Both on the first saw, though the second one is free: the late one waits for the other. */
async function set(company: TestCompany) {
  const plant = await aPlant(company)
  const first = await aPlannedMo(company, plant, 2, { steps: 1 })
  const late = await aMo(company, plant, { steps: 1, delivery_date: at(-3, 0) })
  await aTask(company, late, 0, plant.saw, at(2, 10))
  return { plant, first, late }
}
async function withRemedies(company: TestCompany) {
  const made = await set(company)
  const { result, plan_version } = await company.admin.ok(listRemedies, { mo_id: made.late.id })
  const otherMachine = result.find(({ kind, mo_no }) => kind === 'other_machine' && mo_no === made.late.no)!
  return { ...made, plan_version, result, otherMachine }
}
const finishOf = async (company: TestCompany, mo_id: string) =>
  (
    await company.as(tx =>
      rows(
        tx,
        sql<{
          planned_finish_time: number
          priority: number
        }>`select planned_finish_time, priority from mo where id = ${mo_id}`,
      ),
    )
  )[0]!

contract(app, explainLateOrder, {
  set,
  good: ({ late }) => ({ mo_id: late.id }),
  check: ({ late: told }, { plant, first, late }) => {
    expect(told).toMatchObject({ finish: at(2, 12), due: at(-2, 0) })
    const chain = told!.chain
    expect(chain[0]).toMatchObject({ kind: 'task', mo_no: late.no, to: at(2, 12), machine_no: plant.saw.machine_no })
    expect(chain).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'machine', mo_no: first.no, machine_no: plant.saw.machine_no }),
      ]),
    )
    for (const [index, piece] of chain.entries()) if (index > 0) expect(piece.to).toBe(chain[index - 1]!.from)
  },
  refused: () => [['an order that is not there', { mo_id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, listRemedies, {
  set,
  good: ({ late }) => ({ mo_id: late.id }),
  check: ({ result, tardiness_seconds }, { plant, late }) => {
    // What is left and what is gained make up what there is without it.
    for (const one of result) expect(one.tardiness_seconds + one.gained_seconds).toBe(tardiness_seconds)
    expect(result.find(({ kind, mo_no }) => kind === 'other_machine' && mo_no === late.no)).toMatchObject({
      machine_no: plant.saw.machine_no,
      to_machine_no: plant.saw2.machine_no,
    })
    expect(result.map(({ kind }) => kind)).toContain('priority')
    for (const { gained_seconds } of result) expect(gained_seconds).toBeGreaterThan(0)
  },
  refused: () => [['an order that is not there', { mo_id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, applyRemedy, {
  set: withRemedies,
  good: ({ late, otherMachine, plan_version }) => ({ mo_id: late.id, remedy: otherMachine.remedy, plan_version }),
  check: async (_data, { late, otherMachine }, company) => {
    // Now may have gone on by a second since it was tried.
    const { planned_finish_time } = await finishOf(company, late.id)
    expect(Math.abs(planned_finish_time - otherMachine.finish)).toBeLessThan(hour)
  },
  refused: ({ late, otherMachine, plan_version }) => [
    [
      'a plan that has changed',
      { mo_id: late.id, remedy: otherMachine.remedy, plan_version: plan_version + 1 },
      generalErrors.versionConflict,
    ],
    [
      'an order that is not there',
      { mo_id: nowhere, remedy: otherMachine.remedy, plan_version },
      generalErrors.recordNotFound,
    ],
    ['no remedy', { mo_id: late.id, remedy: { kind: 'magic' }, plan_version }, generalErrors.badParameter],
    [
      'overtime, which is the calendar’s',
      {
        mo_id: late.id,
        plan_version,
        remedy: { kind: 'overtime', machine: nowhere, secondsPerDay: hour, from: at(0, 0), to: at(9, 0) },
      },
      schedulingErrors.infeasible,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})

test('going first: the other order makes way, and the priority stays', async () => {
  const company = await app.company()
  const { late, result, plan_version } = await withRemedies(company)
  const first = result.find(({ kind }) => kind === 'priority')!
  await company.admin.ok(applyRemedy, { mo_id: late.id, remedy: first.remedy, plan_version })
  expect((await finishOf(company, late.id)).priority).toBe(99)
})
test('an order in time has nothing to explain', async () => {
  const company = await app.company()
  const { first } = await set(company)
  expect(await company.admin.ok(explainLateOrder, { mo_id: first.id })).toEqual({ late: null })
})
