import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Movement } from '../model/ledger.rules.ts'
import { type MovementCode, movementType } from '../model/movement-type.ts'
import { qualityStatus } from '../model/quality.status.ts'
import { stockErrors } from '../model/stock.errors.ts'
import { gradeGoods, issueFor, moveGoods, occupy, post, release, transitBin } from '../server/index.ts'
import { aLocation, aMaterial, aWarehouse } from './stock.factory.ts'

/** The ledger as a few lines: what each document that moves goods does to it, and what is refused. */
const codes = movementType.codes
const materials = 2
/** Two bins, and the one of goods in transit. */
const locations = 3
const transit = 2
const lots = ['', 'L1']
const { finished, defective, to_inspect } = qualityStatus.codes
const qualities = [finished, defective, to_inspect] as const
const allIn = [
  ...[codes.other_in, codes.stock_import, codes.purchase_in, codes.completion_in],
  ...[codes.sales_return, codes.material_return, codes.stock_count],
]
const allOut = [codes.other_out, codes.picking_out, codes.sales_out, codes.purchase_return, codes.stock_count]

interface Place {
  material: number
  location: number
  lot: number
  quality: number
}
// Few places, so that the commands meet.
const anyPlace = (...quality: number[]): fc.Arbitrary<Place> =>
  fc.record({
    material: fc.nat(materials - 1),
    location: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, transit),
    lot: fc.nat(lots.length - 1),
    quality: fc.constantFrom(...quality),
  })
const good = anyPlace(finished)
const graded = anyPlace(finished, finished, finished, ...qualities)
// Hundredths, small enough that refusals and exact exhaustion are common.
const amount = fc.constantFrom(1, 50, 100, 150, 333)
export type Command =
  | { do: 'move'; moves: { place: Place; type: number; hundredths: number }[] }
  | { do: 'take_held'; place: Place; hundredths: number }
  | { do: 'occupy' | 'release'; place: Place; hundredths: number }
  | { do: 'issue'; material: number; hundredths: number }
  | { do: 'transfer'; place: Place; to: number; hundredths: number; along: boolean }
  | { do: 'grade'; place: Place; to: number; hundredths: number }
export const commandKinds = ['move', 'take_held', 'occupy', 'release', 'issue', 'transfer', 'grade'] as const
const signed = fc.oneof(
  amount,
  amount,
  amount.map(n => -n),
)
const moves = fc.array(fc.record({ place: graded, type: fc.nat(), hundredths: signed }), { minLength: 1, maxLength: 4 })
export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('move' as const), moves }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('take_held' as const), place: good, hundredths: amount }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('occupy' as const), place: good, hundredths: amount }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('release' as const), place: good, hundredths: amount }) },
  {
    weight: 4,
    arbitrary: fc
      .record({
        ...{ do: fc.constant('transfer' as const), place: good, to: fc.nat(locations - 1), hundredths: amount },
        along: fc.boolean(),
      })
      .filter(({ place, to }) => place.location !== to),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        do: fc.constant('grade' as const),
        place: graded,
        to: fc.constantFrom(...qualities),
        hundredths: amount,
      })
      .filter(({ place, to }) => place.quality !== to),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('issue' as const), material: fc.nat(materials - 1), hundredths: amount }),
  },
)
/** What many clients may be told; another code, or an exception, is a fault. */
export const usualRefusals = [
  stockErrors.stockInsufficient.code,
  stockErrors.stockOccupied.code,
  stockErrors.occupiedOverAvailable.code,
  ...[generalErrors.recordNotFound.code, generalErrors.versionConflict.code, generalErrors.statusNotAllowed.code],
]
/** What an accepted command brings into stock, in hundredths, or takes out of it. */
export const broughtBy = (command: Command): number =>
  command.do === 'move'
    ? command.moves.reduce((sum, { hundredths }) => sum + hundredths, 0)
    : command.do === 'issue' || command.do === 'take_held'
      ? -command.hundredths
      : 0

const decimal = (hundredths: number): string => (hundredths / 100).toFixed(2)
const keyOf = (at: Place): string => `${at.material}${at.location}${at.lot}${at.quality}`

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
export class Model {
  rows = new Map<string, ModelRow>()
  /** The code of the refusal that is expected, or undefined when the command is applied. */
  expects(command: Command): number | undefined {
    const next = new Map([...this.rows].map(([key, row]) => [key, { ...row }]))
    const refusal = this.apply(command, next)
    if (refusal === undefined) this.rows = next
    return refusal
  }
  private apply(command: Command, next: Map<string, ModelRow>): number | undefined {
    const insufficient = stockErrors.stockInsufficient.code
    const occupied = stockErrors.stockOccupied.code
    const notAllowed = generalErrors.statusNotAllowed.code
    if (command.do === 'move') {
      for (const { place, hundredths } of command.moves) {
        if (place.location === transit) return notAllowed
        const before = next.get(keyOf(place)) ?? nothing
        const row =
          hundredths > 0
            ? into(before, hundredths, expiryOf(place))
            : { ...before, on_hand: before.on_hand + hundredths }
        if (row.on_hand < 0) return insufficient
        if (row.on_hand < row.held) return occupied
        next.set(keyOf(place), row)
      }
      return undefined
    }
    if (command.do === 'issue') {
      let open = command.hundredths
      const first = (a: ModelRow, b: ModelRow) => a.expires - b.expires
      for (const [key, row] of [...next].sort().sort(([, a], [, b]) => first(a, b))) {
        if (Number(key[0]) !== command.material || Number(key[1]) !== 0 || Number(key[3]) !== finished) continue
        const taken = Math.min(open, row.on_hand - row.held)
        row.on_hand -= taken
        open -= taken
      }
      return open > 0 ? insufficient : undefined
    }
    if (command.do === 'transfer') {
      const { place, to, hundredths, along } = command
      const from = next.get(keyOf(place)) ?? nothing
      if (from.on_hand < hundredths) return insufficient
      const ofHeld = Math.max(0, hundredths - (from.on_hand - from.held))
      if (ofHeld > 0 && !along) return occupied
      const target = into(next.get(keyOf({ ...place, location: to })) ?? nothing, hundredths, from.expires)
      next.set(keyOf(place), { ...from, on_hand: from.on_hand - hundredths, held: from.held - ofHeld })
      next.set(keyOf({ ...place, location: to }), { ...target, held: target.held + ofHeld })
      return undefined
    }
    if (command.do === 'grade') {
      const { place, to, hundredths } = command
      if (place.location === transit) return notAllowed
      const from = next.get(keyOf(place)) ?? nothing
      if (from.on_hand < hundredths) return insufficient
      const target = keyOf({ ...place, quality: to })
      // What is held goes out with the goods: its orders are told.
      next.set(keyOf(place), { ...from, on_hand: from.on_hand - hundredths, held: Math.max(0, from.held - hundredths) })
      next.set(target, into(next.get(target) ?? nothing, hundredths, from.expires))
      return undefined
    }
    if (command.do === 'take_held' && command.place.location === transit) return notAllowed
    const row = next.get(keyOf(command.place))
    if (!row) return command.do === 'take_held' ? insufficient : generalErrors.recordNotFound.code
    if (command.do === 'occupy') {
      if (row.held + command.hundredths > row.on_hand) return stockErrors.occupiedOverAvailable.code
      row.held += command.hundredths
    } else {
      if (command.do === 'take_held' && command.hundredths > row.on_hand) return insufficient
      if (command.hundredths > row.held) return generalErrors.versionConflict.code
      row.held -= command.hundredths
      if (command.do === 'take_held') row.on_hand -= command.hundredths
    }
    return undefined
  }
  /** Places that hold something. */
  get holding(): Record<string, { on_hand: number; held: number }> {
    return Object.fromEntries(
      [...this.rows].sort().flatMap(([key, { on_hand, held }]) => (on_hand > 0 ? [[key, { on_hand, held }]] : [])),
    )
  }
}

/** A company in whose name transactions run. */
export interface LedgerCompany {
  readonly org_id: string
  as<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}
export interface Plant {
  company: LedgerCompany
  materials: string[]
  locations: string[]
}
export const aPlant = (company: LedgerCompany): Promise<Plant> =>
  company.as(async tx => {
    const warehouse_id = await aWarehouse(tx)
    const made: Plant = { company, materials: [], locations: [] }
    for (let n = 0; n < materials; n++) made.materials.push(await aMaterial(tx))
    for (let n = 0; n < transit; n++) made.locations.push(await aLocation(tx, { warehouse_id }))
    made.locations.push(await transitBin(tx, company.org_id))
    return made
  })

/** Runs the command; the code of its refusal. */
export async function run(at: Plant, command: Command): Promise<number | undefined> {
  try {
    await at.company.as(tx => carryOut(tx, at, command))
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.definition.code
    throw error
  }
}
async function carryOut(tx: Tx, at: Plant, command: Command): Promise<void> {
  const { org_id } = at.company
  const where = (of: Place) => ({
    material_id: at.materials[of.material]!,
    location_id: at.locations[of.location]!,
    lot_number: lots[of.lot]!,
    quality_status: of.quality,
  })
  const typeOf = (all: readonly MovementCode[], type: number) => all[type % all.length]!
  if (command.do === 'move') {
    const movements = command.moves.map(
      ({ place, type, hundredths }): Movement => ({
        movement_type: typeOf(hundredths > 0 ? allIn : allOut, type),
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
    const { location_id: from_location_id, quality_status: _, ...goods } = where(command.place)
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
    const carried = await moveGoods(tx, org_id, [move], along)
    await occupy(tx, { org_id, occupations: carried.filter(({ quantity }) => quantity !== '0') })
  } else if (command.do === 'grade') {
    const { quality_status: from_quality, ...goods } = where(command.place)
    const source = { id: newId(), no: 'Q', type: 'qc_task' }
    const quantity = decimal(command.hundredths)
    await gradeGoods(tx, org_id, [{ ...goods, quantity, source, from_quality, to_quality: command.to }])
  } else if (command.do === 'issue') {
    const issues = [
      {
        ...{ material_id: at.materials[command.material]!, quantity: decimal(command.hundredths) },
        location_id: at.locations[0]!,
      },
    ]
    const { movements, short } = await issueFor(tx, { org_id, movement_type: codes.sales_out, issues })
    if (short.length > 0) throw new Refusal(stockErrors.stockInsufficient)
    await post(tx, { org_id, movements })
  } else {
    const { material_id, location_id, lot_number, quality_status } = where(command.place)
    const [found] = await rows(
      tx,
      sql<{ id: string }>`select id from inventory where org_id = ${org_id} and material_id = ${material_id}
        and location_id = ${location_id} and lot_number = ${lot_number} and quality_status = ${quality_status}`,
    )
    const inventory_id = found?.id ?? '00000000-0000-7000-8000-000000000000'
    const occupations = [{ inventory_id, quantity: decimal(command.hundredths) }]
    await (command.do === 'occupy' ? occupy : release)(tx, { org_id, occupations })
  }
}

/** Places that hold something, as the ledger has them. */
export async function holdingOf({ company, ...at }: Plant): Promise<Model['holding']> {
  const found = await company.as(tx =>
    rows(
      tx,
      sql<{
        material_id: string
        location_id: string
        lot_number: string
        quality_status: number
        quantity: string
        occupied_quantity: string
      }>`select material_id, location_id, lot_number, quality_status, quantity, occupied_quantity from inventory
        where org_id = ${company.org_id} and quantity > 0`,
    ),
  )
  const cents = (quantity: string): number => Math.round(Number(quantity) * 100)
  return Object.fromEntries(
    found
      .map(row => {
        const place = `${at.materials.indexOf(row.material_id)}${at.locations.indexOf(row.location_id)}${lots.indexOf(row.lot_number)}`
        return [
          `${place}${row.quality_status}`,
          { on_hand: cents(row.quantity), held: cents(row.occupied_quantity) },
        ] as const
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
