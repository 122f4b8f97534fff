// What the clients of the fault storm write, and the book in which they note what was acknowledged.
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AnyCall, In, Out } from '@qitao/core/call.ts'
import { addMaterial } from '@qitao/masterdata/model/material/material.calls.ts'
import { customerCalls } from '@qitao/masterdata/model/partner/customer.calls.ts'
import { addUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { addSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { addOpeningStock } from '@qitao/stock/model/stock.calls.ts'
import { locationCalls, warehouseCalls } from '@qitao/stock/model/warehouse.calls.ts'
import { inboundCalls, outboundCalls } from '@qitao/warehouse/model/receipt.calls.ts'
import type { Caller } from '../caller.ts'

/** Everything that was acknowledged, and nothing else. */
export class Book {
  /** Idempotency key of every acknowledged write. */
  readonly keys = new Set<string>()
  /** Acknowledged orders: number of lines and total by the order's number. */
  readonly orders = new Map<string, { lines: number; total: number }>()
  /** Pieces in stock by `material_id location_id`. */
  readonly stock = new Map<string, number>()
  /** Confirmed receipts: pieces by number. */
  readonly receipts = new Map<string, number>()
  readonly problems: string[] = []
  /** Attempts that got no answer. */
  broken = 0
  /** Answers that were asked for again on purpose. */
  replays = 0
  last_sent_at = 0

  move(lines: readonly Line[], sign: 1 | -1): void {
    for (const { material_id, location_id, quantity } of lines) {
      const place = `${material_id} ${location_id}`
      this.stock.set(place, (this.stock.get(place) ?? 0) + sign * quantity)
    }
  }
}

interface Line {
  material_id: string
  location_id: string
  quantity: number
}
/** Few places, so that clients meet on the same balances. */
export interface Plant {
  customer_id: string
  material_ids: readonly string[]
  location_ids: readonly string[]
}

export async function makePlant(caller: Caller, book: Book): Promise<Plant> {
  const add = async <C extends AnyCall>(call: C, input: In<C>): Promise<string> =>
    ((await write(caller, book, call, input)) as { id: string }).id
  const unit_id = await add(addUnit, { name: 'pcs', precision: 0 })
  const material_ids = []
  for (const code of ['A', 'B', 'C']) material_ids.push(await add(addMaterial, { code, name: code, kind: 0, unit_id }))
  const warehouse_id = await add(warehouseCalls.add, { code: 'W', name: 'W' })
  const location_ids = []
  for (const code of ['L1', 'L2']) location_ids.push(await add(locationCalls.add, { code, warehouse_id }))
  return { customer_id: await add(customerCalls.add, { code: 'K', name: 'K' }), material_ids, location_ids }
}

const from = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
const upTo = (most: number): number => 1 + Math.floor(Math.random() * most)
const many = <T>(most: number, make: () => T): T[] => Array.from({ length: upTo(most) }, make)

/** So much of everything that no issue of the storm can run short. */
export async function fill(caller: Caller, plant: Plant, book: Book): Promise<void> {
  const lines = plant.material_ids.flatMap(material_id =>
    plant.location_ids.map(location_id => ({ material_id, location_id, quantity: 100_000 })),
  )
  await write(caller, book, addOpeningStock, { lines })
  book.move(lines, 1)
}

/** One client: writes until `stopped`, then ends with what it has begun. */
export async function client(caller: Caller, plant: Plant, book: Book, stopped: () => boolean): Promise<void> {
  const writes = [order, order, openingStock, received, issued]
  while (!stopped()) {
    await from(writes)(caller, plant, book).catch(error => book.problems.push(String(error)))
  }
}

const day = 86_400

async function order(caller: Caller, { customer_id, material_ids }: Plant, book: Book): Promise<void> {
  const today = Math.floor(Date.now() / 1000 / day) * day
  const lines = many(8, () => ({
    material_id: from(material_ids),
    quantity: String(upTo(50)),
    price: `${upTo(99)}.25`,
  }))
  const { no } = await write(caller, book, addSalesOrder, {
    ...{ customer_id, order_date: today, delivery_date: today + upTo(30) * day },
    ...{ lines, submit: Math.random() < 0.5 },
  } as In<typeof addSalesOrder>)
  const total = lines.reduce((sum, { quantity, price }) => sum + Number(quantity) * Number(price), 0)
  book.orders.set(no, { lines: lines.length, total })
}

const places = ({ material_ids, location_ids }: Plant): Line[] =>
  many(4, () => ({ material_id: from(material_ids), location_id: from(location_ids), quantity: upTo(9) }))

async function openingStock(caller: Caller, plant: Plant, book: Book): Promise<void> {
  const lines = places(plant)
  await write(caller, book, addOpeningStock, { lines })
  book.move(lines, 1)
}

const received = (caller: Caller, plant: Plant, book: Book) => receipt(caller, plant, book, inboundCalls, 1)
const issued = (caller: Caller, plant: Plant, book: Book) => receipt(caller, plant, book, outboundCalls, -1)

/** Two writes: the receipt, submitted, and its confirmation, which posts. */
async function receipt(
  caller: Caller,
  plant: Plant,
  book: Book,
  calls: typeof inboundCalls,
  sign: 1 | -1,
): Promise<void> {
  const lines = places(plant)
  const { id, no } = await write(caller, book, calls.add, { lines, submit: true })
  const { output } = await caller.send(calls.detail, { id })
  await write(caller, book, calls.confirm, {
    id,
    lines: output.lines.map(line => ({ line_id: line.id, quantity: line.quantity, location_id: line.location_id })),
  })
  book.move(lines, sign)
  book.receipts.set(
    no,
    lines.reduce((sum, { quantity }) => sum + quantity, 0),
  )
}

/** Sends under a key of its own; now and then once more after the answer, as a client does that missed it. */
async function write<C extends AnyCall>(caller: Caller, book: Book, call: C, input: In<C>): Promise<Out<C>> {
  const key = randomUUID()
  const first = await caller.send(call, input, key)
  book.keys.add(key)
  book.broken += first.broken
  book.last_sent_at = Math.max(book.last_sent_at, first.sent_at)
  if (Math.random() < 0.1) {
    const again = await caller.send(call, input, key)
    book.replays++
    book.broken += again.broken
    if (!isDeepStrictEqual(again.output, first.output))
      book.problems.push(`${call.path}: the same key was answered differently`)
  }
  return first.output
}
