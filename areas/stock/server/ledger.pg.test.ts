import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Movement } from '../model/ledger.rules.ts'
import { movementType } from '../model/movement-type.ts'
import { aLocation, aMaterial, aWarehouse, putIn } from '../testing/stock.factory.ts'
import {
  checkLedger,
  issueFor,
  moveGoods,
  occupy,
  occupyExactly,
  post,
  release,
  transitBin,
  usableStock,
} from './index.ts'

/**
 * The ledger against a model of a dozen lines, on real PostgreSQL: what it accepts and refuses, every balance, and the
 * independent checker after each run; then many clients at once.
 */
const app = await testApp()
const codes = movementType.codes
const materials = 2
/** Two bins, and the one of goods in transit. */
const locations = 3
const transit = 2
const lots = ['', 'L1']
const done = new Map<string, number>()

interface Place {
  material: number
  location: number
  lot: number
}
// Few places, so that the commands meet.
const place = fc.record({
  material: fc.nat(materials - 1),
  location: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, transit),
  lot: fc.nat(lots.length - 1),
})
// Hundredths, small enough that refusals and exact exhaustion are common.
const amount = fc.constantFrom(1, 50, 100, 150, 333)
type Command =
  | { do: 'move'; moves: { place: Place; hundredths: number }[] }
  | { do: 'take_held'; place: Place; hundredths: number }
  | { do: 'occupy' | 'release'; place: Place; hundredths: number }
  | { do: 'issue'; material: number; hundredths: number }
  | { do: 'transfer'; place: Place; to: number; hundredths: number; along: boolean }
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      moves: fc.array(
        fc.record({
          place,
          hundredths: fc.oneof(
            amount,
            amount,
            amount.map(n => -n),
          ),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('take_held' as const), place, hundredths: amount }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('occupy' as const), place, hundredths: amount }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('release' as const), place, hundredths: amount }) },
  {
    weight: 4,
    arbitrary: fc
      .record({
        ...{ do: fc.constant('transfer' as const), place, to: fc.nat(locations - 1), hundredths: amount },
        along: fc.boolean(),
      })
      .filter(({ place, to }) => place.location !== to),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('issue' as const), material: fc.nat(materials - 1), hundredths: amount }),
  },
)

const decimal = (hundredths: number): string => (hundredths / 100).toFixed(2)
const keyOf = (at: Place): string => `${at.material}${at.location}${at.lot}`

/** What the model expects: the code of the refusal, or undefined when it has applied the command. */
interface ModelRow {
  on_hand: number
  held: number
  expires: number
}
const nothing: ModelRow = { on_hand: 0, held: 0, expires: 0 }
const expiryOf = ({ location, lot }: Place): number => 4_000_000_000 + 10 * location + lot
const into = (row: ModelRow, hundredths: number, expires: number): ModelRow => ({
  ...row,
  on_hand: row.on_hand + hundredths,
  expires: row.on_hand === 0 ? expires : Math.min(row.expires, expires),
})
class Model {
  rows = new Map<string, ModelRow>()
  expects(command: Command): number | undefined {
    const next = new Map([...this.rows].map(([key, row]) => [key, { ...row }]))
    const refusal = this.apply(command, next)
    if (refusal === undefined) this.rows = next
    return refusal
  }
  private apply(command: Command, next: Map<string, ModelRow>): number | undefined {
    if (command.do === 'move') {
      for (const { place, hundredths } of command.moves) {
        if (place.location === transit) return generalErrors.statusNotAllowed.code
        const before = next.get(keyOf(place)) ?? nothing
        const row =
          hundredths > 0
            ? into(before, hundredths, expiryOf(place))
            : { ...before, on_hand: before.on_hand + hundredths }
        if (row.on_hand < 0) return 5901
        if (row.on_hand < row.held) return 5913
        next.set(keyOf(place), row)
      }
      return undefined
    }
    if (command.do === 'issue') {
      let open = command.hundredths
      const first = (a: ModelRow, b: ModelRow) => a.expires - b.expires
      for (const [key, row] of [...next].sort().sort(([, a], [, b]) => first(a, b))) {
        if (Number(key[0]) !== command.material || Number(key[1]) !== 0) continue
        const taken = Math.min(open, row.on_hand - row.held)
        row.on_hand -= taken
        open -= taken
      }
      return open > 0 ? 5901 : undefined
    }
    if (command.do === 'transfer') {
      const { place, to, hundredths, along } = command
      const from = next.get(keyOf(place)) ?? nothing
      if (from.on_hand < hundredths) return 5901
      const ofHeld = Math.max(0, hundredths - (from.on_hand - from.held))
      if (ofHeld > 0 && !along) return 5913
      const target = into(next.get(keyOf({ ...place, location: to })) ?? nothing, hundredths, from.expires)
      next.set(keyOf(place), { ...from, on_hand: from.on_hand - hundredths, held: from.held - ofHeld })
      next.set(keyOf({ ...place, location: to }), { ...target, held: target.held + ofHeld })
      return undefined
    }
    if (command.do === 'take_held' && command.place.location === transit) return generalErrors.statusNotAllowed.code
    const row = next.get(keyOf(command.place))
    if (!row) return command.do === 'take_held' ? 5901 : 5010
    if (command.do === 'occupy') {
      if (row.held + command.hundredths > row.on_hand) return 5512
      row.held += command.hundredths
    } else {
      if (command.do === 'take_held' && command.hundredths > row.on_hand) return 5901
      if (command.hundredths > row.held) return 5023
      row.held -= command.hundredths
      if (command.do === 'take_held') row.on_hand -= command.hundredths
    }
    return undefined
  }
}

interface Plant {
  company: TestCompany
  materials: string[]
  locations: string[]
}
async function plant(): Promise<Plant> {
  const company = await app.company()
  return company.as(async tx => {
    const warehouse_id = await aWarehouse(tx)
    const made: Plant = { company, materials: [], locations: [] }
    for (let n = 0; n < materials; n++) made.materials.push(await aMaterial(tx))
    for (let n = 0; n < transit; n++) made.locations.push(await aLocation(tx, { warehouse_id }))
    made.locations.push(await transitBin(tx, company.org_id))
    return made
  })
}

async function run(at: Plant, command: Command): Promise<void> {
  const { org_id } = at.company
  const where = (of: Place) => ({
    material_id: at.materials[of.material]!,
    location_id: at.locations[of.location]!,
    lot_number: lots[of.lot]!,
  })
  await at.company.as(async tx => {
    if (command.do === 'move') {
      const movements = command.moves.map(
        ({ place, hundredths }): Movement => ({
          movement_type: hundredths > 0 ? codes.other_in : codes.other_out,
          quantity: decimal(hundredths),
          // The first lot expires first, so that the model knows which one goes out.
          expire_time: expiryOf(place),
          first_in_time: 1000,
          ...where(place),
        }),
      )
      await post(tx, { org_id, movements })
    } else if (command.do === 'take_held') {
      const held = { quantity: decimal(-command.hundredths), from_occupied: decimal(command.hundredths) }
      await post(tx, { org_id, movements: [{ movement_type: codes.picking_out, ...where(command.place), ...held }] })
    } else if (command.do === 'transfer') {
      const { location_id: from_location_id, ...goods } = where(command.place)
      const held = await rows(
        tx,
        sql<{
          id: string
          quantity: string
        }>`select id, occupied_quantity as quantity from inventory where org_id = ${org_id}`,
      )
      const move = {
        ...goods,
        ...{ from_location_id, to_location_id: at.locations[command.to]!, quantity: decimal(command.hundredths) },
        transfer: { id: newId(), no: 'T' },
      }
      const along = command.along ? new Map(held.map(({ id, quantity }) => [id, quantity])) : undefined
      await occupy(tx, { org_id, occupations: await moveGoods(tx, org_id, [move], along) })
    } else if (command.do === 'issue') {
      const issues = [
        {
          ...{ material_id: at.materials[command.material]!, quantity: decimal(command.hundredths) },
          location_id: at.locations[0]!,
        },
      ]
      const { movements, short } = await issueFor(tx, { org_id, movement_type: codes.sales_out, issues })
      if (short.length > 0) throw new Refusal({ code: 5901, name: 'short', text: { zh: '', en: '' }, level: 'error' })
      await post(tx, { org_id, movements })
    } else {
      const { material_id, location_id, lot_number } = where(command.place)
      const [found] = await rows(
        tx,
        sql<{ id: string }>`select id from inventory where org_id = ${org_id} and material_id = ${material_id}
          and location_id = ${location_id} and lot_number = ${lot_number}`,
      )
      const inventory_id = found?.id ?? '00000000-0000-7000-8000-000000000000'
      const occupations = [{ inventory_id, quantity: decimal(command.hundredths) }]
      await (command.do === 'occupy' ? occupy : release)(tx, { org_id, occupations })
    }
  })
}
const codeOf = async (work: Promise<void>): Promise<number | undefined> => {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.definition.code
    throw error
  }
}
const balancesOf = ({ company }: Plant) =>
  company.as(tx =>
    rows(
      tx,
      sql<{
        material_id: string
        location_id: string
        lot_number: string
        quantity: string
        occupied_quantity: string
      }>`
        select material_id, location_id, lot_number, quantity, occupied_quantity from inventory where org_id = ${company.org_id}`,
    ),
  )
const cents = (quantity: string): number => Math.round(Number(quantity) * 100)

describe('one client', () => {
  test('every command does what the model says, and the checker finds nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 20, maxLength: 50 }), async commands => {
        const at = await plant()
        const model = new Model()
        for (const command of commands) {
          const code = model.expects(command)
          expect({ command, code: await codeOf(run(at, command)) }).toEqual({ command, code })
          if (code === undefined) done.set(command.do, (done.get(command.do) ?? 0) + 1)
        }
        const found = (await balancesOf(at)).map(row => {
          const key = `${at.materials.indexOf(row.material_id)}${at.locations.indexOf(row.location_id)}${lots.indexOf(row.lot_number)}`
          return [key, { on_hand: cents(row.quantity), held: cents(row.occupied_quantity) }] as const
        })
        const held = (rows: Iterable<readonly [string, { on_hand: number; held: number }]>) =>
          Object.fromEntries(
            [...rows].flatMap(([key, { on_hand, held }]) => (on_hand > 0 ? [[key, { on_hand, held }]] : [])),
          )
        expect(held(found)).toEqual(held(model.rows))
        expect(await at.company.as(tx => checkLedger(tx, at.company.org_id))).toEqual([])
      }),
      { numRuns: 80 },
    )
    // A run in which hardly anything succeeds would prove nothing.
    for (const kind of ['move', 'take_held', 'occupy', 'release', 'issue', 'transfer'])
      expect(done.get(kind), kind).toBeGreaterThan(3)
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
                // Another code than these, or an exception, is a fault.
                const code = await codeOf(run(at, command))
                expect([undefined, 5901, 5913, 5010, 5512, 5023, generalErrors.statusNotAllowed.code]).toContain(code)
                if (code !== undefined) continue
                if (command.do === 'move') for (const { hundredths } of command.moves) moved += hundredths
                if (command.do === 'issue' || command.do === 'take_held') moved -= command.hundredths
              }
            }),
          )
          const found = await balancesOf(at)
          expect(found.reduce((sum, row) => sum + cents(row.quantity), 0)).toBe(moved)
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
    expect(short).toEqual([{ material_id: at.materials[0], quantity: '1' }])
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
    expect(short).toEqual([{ material_id: at.materials[0], quantity: '1' }])
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
