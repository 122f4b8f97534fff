import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Movement, outsourcingSource } from '../model/ledger.rules.ts'
import { type MovementCode, movementType } from '../model/movement-type.ts'
import type { PieceStep } from '../model/piece.rules.ts'
import { qualityStatus } from '../model/quality.status.ts'
import { stockErrors } from '../model/stock.errors.ts'
import {
  gradeGoods,
  issueFor,
  moveGoods,
  occupy,
  post,
  putElsewhere,
  recordTrace,
  release,
  supplierBin,
  takePieces,
  transitBin,
} from '../server/index.ts'
import { aLocation, aMaterial, aWarehouse } from './stock.factory.ts'

/** The ledger as a few lines: what each document that moves goods does to it, and what is refused. */
const codes = movementType.codes
const materials = 2
/** Two bins, the one of goods in transit, and the one of a supplier. */
const bins = 2
const locations = 4
const transit = 2
const outside = 3
const lots = ['', 'L1']
const { finished, defective, to_inspect, at_supplier } = qualityStatus.codes
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
    location: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 1, transit, outside),
    lot: fc.nat(lots.length - 1),
    quality: fc.constantFrom(...quality),
  })
const good = anyPlace(finished)
const graded = anyPlace(finished, finished, finished, ...qualities)
// Hundredths, small enough that refusals and exact exhaustion are common.
const amount = fc.constantFrom(1, 50, 100, 150, 333)
const piece = 100
/** What documents and reports do with pieces that have numbers; the first three bring them, the next two take them out of stock. */
const pieceSteps = ['receive', 'complete', 'give_back', 'ship', 'pick', 'make', 'use'] as const
type PieceDo = (typeof pieceSteps)[number]
const pieceMoves: Readonly<
  Record<PieceDo, { step: PieceStep; type?: MovementCode; of_mo: boolean; after: Whereabouts }>
> = {
  receive: { step: 'in', type: codes.purchase_in, of_mo: false, after: 'in_stock' },
  complete: { step: 'in', type: codes.completion_in, of_mo: true, after: 'in_stock' },
  give_back: { step: 'in', type: codes.material_return, of_mo: true, after: 'in_stock' },
  ship: { step: 'out', type: codes.sales_out, of_mo: false, after: 'gone' },
  pick: { step: 'out', type: codes.picking_out, of_mo: true, after: 'at_line' },
  make: { step: 'made', of_mo: true, after: 'made' },
  use: { step: 'used', of_mo: true, after: 'used' },
}
/** Pieces get their numbers with it. */
const isFirst = (what: PieceDo): boolean => what === 'receive' || what === 'make'
type Whereabouts = 'unseen' | 'in_stock' | 'gone' | 'at_line' | 'made' | 'used'
/** Where a piece is when a step is taken with it. */
const before: Readonly<Record<PieceStep, string>> = {
  ...{ in: 'unseen made at_line gone', out: 'unseen made in_stock' },
  ...{ made: 'unseen made', used: 'unseen made in_stock at_line' },
}
const isBefore = (step: PieceStep, at: Whereabouts): boolean => before[step].split(' ').includes(at)
const pieces = 4
export type Command =
  | { do: 'move'; moves: { place: Place; type: number; hundredths: number }[] }
  | { do: 'take_held'; place: Place; hundredths: number }
  | { do: 'occupy' | 'release'; place: Place; hundredths: number }
  | { do: 'issue'; material: number; hundredths: number }
  | { do: 'transfer'; place: Place; to: number; hundredths: number; along: boolean }
  | { do: 'grade'; place: Place; to: number; hundredths: number }
  | { do: 'send'; place: Place; hundredths: number }
  | { do: 'use_there'; material: number; lot: number; lost: boolean; hundredths: number }
  | { do: 'take_back'; material: number; lot: number; to: number; hundredths: number }
  | { do: 'pieces'; what: PieceDo; numbers: number[]; place: Place }
/** The same with other pieces: a piece that was used is not had again. */
export const withOtherPieces = (command: Command, by: number): Command =>
  command.do === 'pieces' ? { ...command, numbers: command.numbers.map(number => number + by * pieces) } : command
/** What is counted, so that none of it goes unasked: pieces by what is done with them. */
export const kindOf = (command: Command): string => (command.do === 'pieces' ? command.what : command.do)
export const commandKinds = [
  ...['move', 'take_held', 'occupy', 'release', 'issue', 'transfer', 'grade', 'send', 'use_there', 'take_back'],
  ...pieceSteps,
]
const signed = fc.oneof({ weight: 4, arbitrary: amount }, { weight: 1, arbitrary: amount.map(n => -n) })
const moves = fc.array(fc.record({ place: graded, type: fc.nat(), hundredths: signed }), { minLength: 1, maxLength: 4 })
export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('move' as const), moves }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('take_held' as const), place: good, hundredths: amount }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('occupy' as const), place: good, hundredths: amount }) },
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
  {
    weight: 3,
    arbitrary: fc
      .record({ do: fc.constant('send' as const), place: good, hundredths: amount })
      .filter(({ place }) => place.location !== outside),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ do: fc.constant('use_there' as const), material: fc.nat(materials - 1), lot: fc.nat(lots.length - 1) },
      ...{ lost: fc.boolean(), hundredths: amount },
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ do: fc.constant('take_back' as const), material: fc.nat(materials - 1), lot: fc.nat(lots.length - 1) },
      ...{ to: fc.nat(bins - 1), hundredths: amount },
    }),
  },
  {
    weight: 14,
    arbitrary: fc.record({
      ...{
        do: fc.constant('pieces' as const),
        what: fc.constantFrom(
          ...pieceSteps,
          ...([
            'receive',
            'make',
            'pick',
            'pick',
            'give_back',
            'give_back',
            'complete',
            'complete',
            'ship',
            'ship',
          ] as const),
        ),
        place: good,
      },
      numbers: fc.uniqueArray(fc.nat(pieces - 1), { minLength: 1, maxLength: 2 }),
    }),
  },
)
/** What many clients may be told; another code, or an exception, is a fault. */
export const usualRefusals = [
  stockErrors.stockInsufficient.code,
  stockErrors.stockOccupied.code,
  stockErrors.occupiedOverAvailable.code,
  stockErrors.serialElsewhere.code,
  ...[generalErrors.recordNotFound.code, generalErrors.versionConflict.code, generalErrors.statusNotAllowed.code],
]
/** What an accepted command brings into stock, in hundredths, or takes out of it. */
export function broughtBy(command: Command): number {
  if (command.do === 'move') return command.moves.reduce((sum, { hundredths }) => sum + hundredths, 0)
  if (command.do === 'pieces') return signOfPieces(command.what) * piece * command.numbers.length
  return ['issue', 'take_held', 'use_there'].includes(command.do) ? -(command as { hundredths: number }).hundredths : 0
}
const signOfPieces = (what: PieceDo): number =>
  pieceMoves[what].type === undefined ? 0 : pieceMoves[what].step === 'in' ? 1 : -1

const decimal = (hundredths: number): string => (hundredths / 100).toFixed(2)
const materialOf = (number: number): number => number % materials
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
interface ModelPiece {
  at: Whereabouts
  /** Of the lot that it came with first, and with last. */
  born: number
  lot: number
}
/** Nothing but its own documents moves what lies there. */
const isOthers = ({ location }: Place): boolean => location === transit || location === outside
const atSupplier = ({ material, lot }: { material: number; lot: number }): Place => ({
  ...{ material, lot, location: outside, quality: at_supplier },
})
export class Model {
  rows = new Map<string, ModelRow>()
  pieces = new Map<number, ModelPiece>()
  /** The code of the refusal that is expected, or undefined when the command is applied. */
  expects(command: Command): number | undefined {
    const next = new Map([...this.rows].map(([key, row]) => [key, { ...row }]))
    const pieces = command.do === 'pieces' ? new Map(this.pieces) : this.pieces
    const refusal = command.do === 'pieces' ? this.withPieces(command, next, pieces) : this.apply(command, next)
    if (refusal === undefined) [this.rows, this.pieces] = [next, pieces]
    return refusal
  }
  /** Pieces are looked at first, all of them, then the ledger. */
  private withPieces(
    { what, numbers, place }: Extract<Command, { do: 'pieces' }>,
    next: Map<string, ModelRow>,
    pieces: Map<number, ModelPiece>,
  ): number | undefined {
    const { step, after } = pieceMoves[what]
    for (const number of numbers) {
      const fresh = isFirst(what) ? { at: 'unseen' as const, born: place.lot, lot: 0 } : undefined
      const known = pieces.get(number) ?? fresh
      if (!known) return generalErrors.recordNotFound.code
      if (!isBefore(step, known.at)) return stockErrors.serialElsewhere.code
      pieces.set(number, known)
    }
    const sign = signOfPieces(what)
    const lotOf = ({ lot, born }: ModelPiece) => lot || born
    const moves = numbers.map(number => {
      const lot = sign > 0 ? place.lot : lotOf(pieces.get(number)!)
      return { place: { ...place, material: materialOf(number), lot }, type: 0, hundredths: sign * piece }
    })
    for (const number of numbers) {
      const known = pieces.get(number)!
      pieces.set(number, { ...known, at: after, lot: (sign > 0 && place.lot) || lotOf(known) })
    }
    return sign === 0 ? undefined : this.apply({ do: 'move', moves }, next)
  }
  private apply(command: Exclude<Command, { do: 'pieces' }>, next: Map<string, ModelRow>): number | undefined {
    const insufficient = stockErrors.stockInsufficient.code
    const occupied = stockErrors.stockOccupied.code
    const notAllowed = generalErrors.statusNotAllowed.code
    if (command.do === 'move') {
      for (const { place, hundredths } of command.moves) {
        if (isOthers(place)) return notAllowed
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
      if (place.location === outside) return notAllowed
      const from = next.get(keyOf(place)) ?? nothing
      if (from.on_hand < hundredths) return insufficient
      const ofHeld = Math.max(0, hundredths - (from.on_hand - from.held))
      if (ofHeld > 0 && !along) return occupied
      if (to === outside) return notAllowed
      const target = into(next.get(keyOf({ ...place, location: to })) ?? nothing, hundredths, from.expires)
      next.set(keyOf(place), { ...from, on_hand: from.on_hand - hundredths, held: from.held - ofHeld })
      next.set(keyOf({ ...place, location: to }), { ...target, held: target.held + ofHeld })
      return undefined
    }
    if (command.do === 'grade') {
      const { place, to, hundredths } = command
      if (isOthers(place)) return notAllowed
      const from = next.get(keyOf(place)) ?? nothing
      if (from.on_hand < hundredths) return insufficient
      const target = keyOf({ ...place, quality: to })
      // What is held goes out with the goods: its orders are told.
      next.set(keyOf(place), { ...from, on_hand: from.on_hand - hundredths, held: Math.max(0, from.held - hundredths) })
      next.set(target, into(next.get(target) ?? nothing, hundredths, from.expires))
      return undefined
    }
    if (command.do === 'send' || command.do === 'take_back') {
      const place = command.do === 'send' ? command.place : atSupplier(command)
      const target = command.do === 'send' ? atSupplier(place) : { ...place, location: command.to, quality: finished }
      if (place.location === transit) return notAllowed
      const from = next.get(keyOf(place)) ?? nothing
      if (from.on_hand < command.hundredths) return insufficient
      if (from.on_hand - from.held < command.hundredths) return occupied
      next.set(keyOf(place), { ...from, on_hand: from.on_hand - command.hundredths })
      next.set(keyOf(target), into(next.get(keyOf(target)) ?? nothing, command.hundredths, from.expires))
      return undefined
    }
    if (command.do === 'use_there') {
      const from = next.get(keyOf(atSupplier(command))) ?? nothing
      if (from.on_hand < command.hundredths) return insufficient
      next.set(keyOf(atSupplier(command)), { ...from, on_hand: from.on_hand - command.hundredths })
      return undefined
    }
    if (command.do === 'take_held' && isOthers(command.place)) return notAllowed
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
  /** Pieces that have been seen, by their numbers. */
  get seenPieces(): Record<string, { at: Whereabouts; lot: string }> {
    const seen = [...this.pieces].map(([number, { at, lot }]) => [serialOf(number), { at, lot: lots[lot]! }] as const)
    return Object.fromEntries(seen.sort(([a], [b]) => (a < b ? -1 : 1)))
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
  supplier_id: string
  materials: string[]
  locations: string[]
}
export const aPlant = (company: LedgerCompany): Promise<Plant> =>
  company.as(async tx => {
    const warehouse_id = await aWarehouse(tx)
    const supplier_id = newId()
    await sql`insert into supplier (id, code, name) values (${supplier_id}, 'S', 'Supplier')`.execute(tx)
    const made: Plant = { company, supplier_id, materials: [], locations: [] }
    for (let n = 0; n < materials; n++) made.materials.push(await aMaterial(tx))
    for (let n = 0; n < bins; n++) made.locations.push(await aLocation(tx, { warehouse_id }))
    made.locations.push(await transitBin(tx, company.org_id), await supplierBin(tx, company.org_id, supplier_id))
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
  } else if (command.do === 'send' || command.do === 'take_back' || command.do === 'use_there') {
    const from = where(command.do === 'send' ? command.place : atSupplier(command))
    const lost = command.do === 'use_there' && command.lost
    const out: Movement = {
      movement_type: command.do === 'send' ? codes.picking_out : lost ? codes.other_out : codes.outsourcing,
      ...{ ...from, quantity: decimal(-command.hundredths), source_type: outsourcingSource, source_id: newId() },
    }
    // As outsourcing orders do it: both movements of one line.
    const target = {
      send: { movement_type: codes.outsourcing, location_id: at.locations[outside]!, quality_status: at_supplier },
      take_back: {
        ...{ movement_type: codes.material_return, quality_status: finished },
        location_id: at.locations[command.do === 'take_back' ? command.to : 0]!,
      },
    }
    const movements =
      command.do === 'use_there' ? [out] : await putElsewhere(tx, org_id, [out], () => target[command.do as 'send'])
    await post(tx, { org_id, movements })
  } else if (command.do === 'pieces') {
    await withPieces(tx, at, command, where(command.place))
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

const work_order = '00000000-0000-7000-8000-00000000000a'
const serialOf = (number: number): string => `P${number}`
/** As receipts and reports do it: the pieces first, then the ledger, then what is recorded of them. */
async function withPieces(
  tx: Tx,
  at: Plant,
  { what, numbers, place }: Extract<Command, { do: 'pieces' }>,
  {
    material_id: _,
    ...there
  }: { material_id: string; location_id: string; lot_number: string; quality_status: number },
): Promise<void> {
  const { org_id } = at.company
  const { step, type, of_mo } = pieceMoves[what]
  const named = numbers.map(number => ({
    serial_no: serialOf(number),
    material_id: at.materials[materialOf(number)]!,
    step,
  }))
  if (isFirst(what))
    for (const { serial_no, material_id } of [...named].sort((a, b) => (a.serial_no < b.serial_no ? -1 : 1)))
      await sql`insert into serial_number (id, serial_no, material_id, lot_number)
        values (${newId()}, ${serial_no}, ${material_id}, ${there.lot_number || null}) on conflict (org_id, serial_no) do nothing`.execute(
        tx,
      )
  const known = await takePieces(tx, org_id, named)
  const sign = signOfPieces(what)
  const mo_id = of_mo ? work_order : null
  if (type !== undefined)
    await post(tx, {
      org_id,
      movements: named.map(({ serial_no, material_id }) => {
        const lot_number = sign > 0 ? there.lot_number : known.get(serial_no)!.lot_number
        const expire_time = expiryOf({ ...place, lot: lots.indexOf(lot_number) })
        return {
          ...{ ...there, movement_type: type, material_id, lot_number, quantity: decimal(sign * piece), mo_id },
          ...{ expire_time, first_in_time: 1000 },
        }
      }),
    })
  const isReport = type === undefined
  const out = isReport ? step === 'made' : sign > 0
  const source_id = newId()
  await recordTrace(
    tx,
    named.map(({ serial_no, material_id }) => ({
      ...{ source_type: isReport ? ('report' as const) : ('receipt' as const), source_id, source_no: 'N' },
      ...{ movement_type: type ?? null, mo_id, material_id, serial_no, quantity: out ? '1' : '-1' },
      lot_number: (sign > 0 && there.lot_number) || known.get(serial_no)!.lot_number,
    })),
  )
}

/** The pieces as the model has them, read from the whole of what was recorded; a step that none could take is a fault. */
export async function piecesOf({ company }: Plant): Promise<Record<string, { at: Whereabouts; lot: string }>> {
  const steps = await company.as(tx =>
    rows(
      tx,
      sql<{
        serial_no: string
        source_type: string
        ordered: boolean
        out: boolean
        lot_number: string
      }>`select serial_no, source_type, mo_id is not null as ordered, quantity > 0 as out, lot_number from trace_entry
        where org_id = ${company.org_id} and serial_no <> '' order by id`,
    ),
  )
  const found: Record<string, { at: Whereabouts; lot: string }> = {}
  for (const { serial_no, source_type, ordered, out, lot_number } of steps) {
    const report = source_type === 'report'
    const step = report ? (out ? 'made' : 'used') : out ? 'in' : 'out'
    const was = found[serial_no]?.at ?? 'unseen'
    if (!isBefore(step, was)) throw new Error(`${serial_no} went ${step} and was ${was}`)
    const after = report ? (out ? 'made' : 'used') : out ? 'in_stock' : ordered ? 'at_line' : 'gone'
    found[serial_no] = { at: after, lot: lot_number }
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What lay where after a movement, by the movements alone. */
export async function replayed(
  { company: { org_id, as }, ...at }: Plant,
  last: string,
): Promise<Record<string, number>> {
  const found = await as(tx =>
    rows(
      tx,
      sql<
        LedgerPlace & { quantity: string }
      >`select material_id, location_id, lot_number, quality_status, sum(quantity) as quantity from stock_movement
        where org_id = ${org_id} and id <= ${last}::bigint group by 1, 2, 3, 4 having sum(quantity) <> 0`,
    ),
  )
  return Object.fromEntries(found.map(row => [keyHere(at, row), cents(row.quantity)]))
}
interface LedgerPlace {
  readonly material_id: string
  readonly location_id: string
  readonly lot_number: string
  readonly quality_status: number
}
const cents = (quantity: string): number => Math.round(Number(quantity) * 100)
const keyHere = (at: Pick<Plant, 'materials' | 'locations'>, of: LedgerPlace): string =>
  keyOf({
    ...{ material: at.materials.indexOf(of.material_id), location: at.locations.indexOf(of.location_id) },
    ...{ lot: lots.indexOf(of.lot_number), quality: of.quality_status },
  })

/** Places that hold something, as the ledger has them. */
export async function holdingOf({ company, ...at }: Plant): Promise<Model['holding']> {
  const found = await company.as(tx =>
    rows(
      tx,
      sql<
        LedgerPlace & { quantity: string; occupied_quantity: string }
      >`select material_id, location_id, lot_number, quality_status, quantity, occupied_quantity from inventory
        where org_id = ${company.org_id} and quantity > 0`,
    ),
  )
  return Object.fromEntries(
    found
      .map(row => [keyHere(at, row), { on_hand: cents(row.quantity), held: cents(row.occupied_quantity) }] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
