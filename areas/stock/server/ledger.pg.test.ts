import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Movement } from '../model/ledger.rules.ts'
import { movementType } from '../model/movement-type.ts'
import {
  aPlant,
  broughtBy,
  command,
  commandKinds,
  holdingOf,
  kindOf,
  Model,
  type Plant,
  piecesOf,
  run,
  usualRefusals,
} from '../testing/ledger-model.ts'
import { aMaterial, putIn } from '../testing/stock.factory.ts'
import { checkLedger, issueFor, occupy, occupyExactly, post, usableStock } from './index.ts'

/**
 * The ledger against a model of a dozen lines, on real PostgreSQL: what it accepts and refuses, every balance, and the
 * independent checker after each run; then many clients at once.
 */
const app = await testApp()
const codes = movementType.codes
const done = new Map<string, number>()
const plant = async (): Promise<Plant & { company: TestCompany }> => {
  const company = await app.company()
  return { ...(await aPlant(company)), company }
}
const total = (holding: Record<string, { on_hand: number }>): number =>
  Object.values(holding).reduce((sum, { on_hand }) => sum + on_hand, 0)

describe('one client', () => {
  test('every command does what the model says, and the checker finds nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 80, maxLength: 120 }), async commands => {
        const at = await plant()
        const model = new Model()
        for (const command of commands) {
          const code = model.expects(command)
          expect({ command, code: await run(at, command) }).toEqual({ command, code })
          if (code === undefined) done.set(kindOf(command), (done.get(kindOf(command)) ?? 0) + 1)
        }
        expect(await holdingOf(at)).toEqual(model.holding)
        expect(await piecesOf(at)).toEqual(model.seenPieces)
        expect(await at.company.as(tx => checkLedger(tx, at.company.org_id))).toEqual([])
      }),
      { numRuns: 50 },
    )
    // A run in which hardly anything succeeds would prove nothing.
    for (const kind of commandKinds) expect(done.get(kind) ?? 0, kind).toBeGreaterThan(3)
  }, 120_000)
})

describe('many clients', () => {
  test('nothing is lost, nothing goes below zero, and no client is told of a deadlock', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(command, { minLength: 3, maxLength: 12 }), { minLength: 4, maxLength: 6 }),
        async clients => {
          const at = await plant()
          const before = await Promise.all(
            [0, 1].map(n =>
              at.company.as(tx =>
                putIn(tx, {
                  org_id: at.company.org_id,
                  material_id: at.materials[n]!,
                  location_id: at.locations[0]!,
                  quantity: '8',
                }),
              ),
            ),
          )
          expect(before.length).toBe(2)
          let moved = 1600
          await Promise.all(
            clients.map(async commands => {
              for (const command of commands) {
                const code = await run(at, command)
                expect([undefined, ...usualRefusals]).toContain(code)
                if (code === undefined) moved += broughtBy(command)
              }
            }),
          )
          expect(total(await holdingOf(at))).toBe(moved)
          // It throws when two have taken the same piece.
          await piecesOf(at)
          expect(await at.company.as(tx => checkLedger(tx, at.company.org_id))).toEqual([])
        },
      ),
      { numRuns: 10 },
    )
  }, 120_000)
})

describe('the checker', () => {
  test('finds a balance, a running balance and an occupation that were tampered with', async () => {
    const at = await plant()
    const { company } = at
    const inventory_id = await company.as(tx =>
      putIn(tx, {
        org_id: company.org_id,
        material_id: at.materials[0]!,
        location_id: at.locations[0]!,
        quantity: '5',
      }),
    )
    await app.database.system(async tx => {
      await sql`update inventory set quantity = 4 where id = ${inventory_id}`.execute(tx)
      await sql`update stock_movement set balance = 6 where inventory_id = ${inventory_id}`.execute(tx)
    })
    const holders = sql`select ${inventory_id}::uuid as inventory_id, 2::numeric as quantity`
    const found = await company.as(tx => checkLedger(tx, company.org_id, holders))
    expect(found.map(({ kind }) => kind)).toEqual(['occupied', 'running_balance', 'sum'])
  })
  test('a movement cannot be changed or taken back by a member', async () => {
    const at = await plant()
    await expect(at.company.as(tx => sql`delete from stock_movement`.execute(tx))).rejects.toThrow(/permission denied/)
  })
})

test('a refusal names material, bin and lot, and what is there', async () => {
  const at = await plant()
  const org_id = at.company.org_id
  const of = { org_id, material_id: at.materials[0]!, location_id: at.locations[0]!, lot_number: 'L7' }
  await at.company.as(tx => putIn(tx, { ...of, quantity: '5' }))
  const out: Movement = { ...of, movement_type: codes.other_out, quantity: '-6' }
  const error = await at.company.as(tx => post(tx, { org_id, movements: [out] })).catch(error => error)
  expect(error.data).toMatchObject({ on_hand: '5', wanted: '6', lot_number: 'L7' })
  expect(error.data.place.zh).toContain('L7')
})

test('lots go out first expired, then first in; expired and defective ones stay', async () => {
  const at = await plant()
  const { org_id } = at.company
  const now = Math.floor(Date.now() / 1000)
  await at.company.as(async tx => {
    const of = { org_id, material_id: at.materials[0]!, location_id: at.locations[0]! }
    await putIn(tx, { ...of, quantity: '1', lot_number: 'no expiry' })
    await putIn(tx, { ...of, quantity: '2', lot_number: 'late', expire_time: now + 9000 })
    await putIn(tx, { ...of, quantity: '3', lot_number: 'soon', expire_time: now + 5000 })
    await putIn(tx, { ...of, quantity: '4', lot_number: 'expired', expire_time: now - 5000 })
    await putIn(tx, { ...of, quantity: '5', lot_number: 'broken', quality_status: 1 })
    const issues = [{ material_id: at.materials[0]!, quantity: '7' }]
    const { movements, short } = await issueFor(tx, { org_id, movement_type: codes.sales_out, issues })
    expect(movements.map(({ lot_number, quantity }) => [lot_number, quantity])).toEqual([
      ['soon', '-3'],
      ['late', '-2'],
      ['no expiry', '-1'],
    ])
    expect(short).toMatchObject([{ material_id: at.materials[0], quantity: '1', frozen: '0' }])
  })
})

test('what an MO holds is issued to it first, even expired, and never what another holds', async () => {
  const at = await plant()
  const { org_id } = at.company
  await at.company.as(async tx => {
    const of = { org_id, material_id: at.materials[0]!, location_id: at.locations[0]! }
    const early = await putIn(tx, { ...of, quantity: '10', lot_number: 'A' })
    const late = await putIn(tx, { ...of, quantity: '10', lot_number: 'B' })
    await occupy(tx, {
      org_id,
      occupations: [
        { inventory_id: early, quantity: '9' },
        { inventory_id: late, quantity: '4' },
      ],
    })
    const issues = [
      { material_id: at.materials[0]!, quantity: '12', holdings: [{ inventory_id: late, quantity: '4' }] },
    ]
    const { movements, short } = await issueFor(tx, { org_id, movement_type: codes.picking_out, issues })
    expect(movements.map(({ lot_number, quantity, from_occupied }) => [lot_number, quantity, from_occupied])).toEqual([
      ['B', '-10', '4'],
      ['A', '-1', '0'],
    ])
    expect(short).toMatchObject([{ material_id: at.materials[0], quantity: '1', frozen: '0' }])
    await post(tx, { org_id, movements })
    const left = await usableStock(tx, org_id, [at.materials[0]!])
    expect(left.map(({ quantity, occupied_quantity }) => [Number(quantity), Number(occupied_quantity)])).toEqual([
      [9, 9],
    ])
  })
})

test('a material plan sets the occupation of rows to what is held of them', async () => {
  const at = await plant()
  const { org_id } = at.company
  await at.company.as(async tx => {
    const a = await putIn(tx, { org_id, material_id: at.materials[0]!, location_id: at.locations[0]!, quantity: '5' })
    const b = await putIn(tx, { org_id, material_id: at.materials[1]!, location_id: at.locations[0]!, quantity: '5' })
    await occupy(tx, { org_id, occupations: [{ inventory_id: a, quantity: '3' }] })
    const held = sql`values (${b}::uuid, 2::numeric), (${b}, 1)`
    await occupyExactly(tx, {
      org_id,
      inventory_ids: [a, b, a],
      holders: sql`select * from (${held}) as h (inventory_id, quantity)`,
    })
    const holders = sql`select ${b}::uuid as inventory_id, 3::numeric as quantity`
    expect(await checkLedger(tx, org_id, holders)).toEqual([])
    const gone = occupyExactly(tx, { org_id, inventory_ids: [newId()], holders })
    await expect(gone).rejects.toMatchObject({ definition: { code: 5010 } })
    const much = sql`select ${a}::uuid as inventory_id, 6::numeric as quantity`
    const over = occupyExactly(tx, { org_id, inventory_ids: [a], holders: much })
    await expect(over).rejects.toMatchObject({ definition: { code: 5512 } })
  })
})

test('occupation below the precision of the unit is refused, goods come in with a lot when the material is managed by lot', async () => {
  const at = await plant()
  const { org_id } = at.company
  await at.company.as(async tx => {
    const location_id = at.locations[0]!
    const inventory_id = await putIn(tx, { org_id, material_id: at.materials[0]!, location_id, quantity: '5' })
    const little = occupy(tx, { org_id, occupations: [{ inventory_id, quantity: '0.004' }] })
    await expect(little).rejects.toMatchObject({ definition: { code: 5511 } })
    const byLot = await aMaterial(tx, { lot_managed: true })
    const without = putIn(tx, { org_id, material_id: byLot, location_id, quantity: '1' })
    await expect(without).rejects.toMatchObject({ definition: { code: 5914 } })
  })
})
