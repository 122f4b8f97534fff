import { alterCompanyProfile } from '@qitao/access/model/company/organization.calls.ts'
import { stillClock } from '@qitao/app-server/testing/still-clock.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { dayOf, daySeconds, hourSeconds, type Instant, startOfDay } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { addPurchaseOrder, receiveArrivals, showPurchaseOrder } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { purchasingReconciliations } from '@qitao/purchasing/server'
import { aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { addSalesOrder, cancelSalesOrders, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { salesReconciliations } from '@qitao/sales/server'
import { stockReconciliations } from '@qitao/stock/server'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { shipOrder } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { inboundCalls, outboundCalls } from '@qitao/warehouse/model/receipt.calls.ts'
import { warehouseReconciliations } from '@qitao/warehouse/server'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectTold, type Fact } from '../../testing/facts-walk.ts'

/**
 * Figures are read from what each event leaves at its row (shipped, when it left last, when it came). Here they are told once more from a
 * journal of the events alone, whatever was shipped, received, taken back, cancelled, on whatever day of whatever zone.
 */
const app = await testApp()
const setClock = stillClock(app)
const begin = Math.floor(Date.parse('2026-09-07T02:00:00Z') / 1000)
const zones = ['Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu'] as const
const prices = [3, 7] as const
const opening = 400
const nth = fc.nat(20)
const few = fc.integer({ min: 1, max: 4 })
const many = fc.integer({ min: 3, max: 9 })
const product = fc.constantFrom(0 as const, 1 as const)
const commands = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('sell' as const), product, n: many, price: few, due: fc.integer({ min: -1, max: 4 }) }),
    { weight: 4, arbitrary: fc.record({ do: fc.constant('ship' as const), nth, n: few }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('take_back_shipment' as const), nth: fc.nat(2) }) },
    fc.record({ do: fc.constant('cancel' as const), nth }),
    fc.record({ do: fc.constant('buy' as const), product, n: many, price: few, due: fc.integer({ min: -1, max: 4 }) }),
    { weight: 4, arbitrary: fc.record({ do: fc.constant('receive' as const), nth, n: few, good: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('take_back_receipt' as const), nth: fc.nat(2) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }) },
    fc.record({ do: fc.constant('move' as const), zone: fc.constantFrom(...zones) }),
  ),
  { minLength: 24, maxLength: 48 },
)
type Command = typeof commands extends fc.Arbitrary<(infer C)[]> ? C : never

/** Something to begin with, and how often it is looked at. */
const beginning: readonly Command[] = [
  { do: 'sell', product: 0, n: 9, price: 4, due: 2 },
  { do: 'buy', product: 1, n: 8, price: 2, due: 1 },
  { do: 'sell', product: 1, n: 6, price: 3, due: 0 },
]
const lookedAt = 7

interface Event {
  readonly time: Instant
  readonly n: number
  readonly good: boolean
  readonly receipt_id: string
  stands: boolean
}
interface Line {
  readonly order_id: string
  readonly line_id: string
  readonly product: 0 | 1
  readonly price: number
  readonly ordered: Instant
  readonly due: Instant
  quantity: number
  cancelled: boolean
  readonly events: Event[]
}
interface Plant {
  readonly company: TestCompany
  readonly materials: readonly [string, string]
  readonly location_id: string
  readonly supplier_id: string
}
class Journal {
  now: Instant = begin
  zone: string = zones[0]
  readonly sold: Line[] = []
  readonly bought: Line[] = []
  /** What moved in the bin: into it, and out of it to customers; taken back is out of it by less. */
  readonly moved: { time: Instant; product: 0 | 1; n: number; issued: number }[] = []
  day(days: number): Instant {
    return startOfDay(dayOf(this.now + days * daySeconds, this.zone), this.zone)
  }
}
const sumOf = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0)
const standing = ({ events }: Line) => events.filter(({ stands }) => stands)
const doneOf = (line: Line) => sumOf(standing(line).map(({ n }) => n))
const last = (line: Line) => Math.max(...standing(line).map(({ time }) => time))
/** When it was whole; of what came beyond that nobody waited. */
function wholeAt(line: Line): Instant | undefined {
  let done = 0
  for (const { n, time } of standing(line)) {
    done += n
    if (done >= line.quantity) return time
  }
  return undefined
}

const worked = new Map<string, number>()
async function carryOut(plant: Plant, journal: Journal, command: Command): Promise<void> {
  const { admin } = plant.company
  const { now } = journal
  const pick = <T>(list: readonly T[], at: number): T | undefined =>
    list.length === 0 ? undefined : list[at % list.length]
  const did = () => {
    worked.set(command.do, (worked.get(command.do) ?? 0) + 1)
  }
  switch (command.do) {
    case 'wait':
      journal.now += command.hours * hourSeconds
      await setClock(journal.now)
      return
    case 'move':
      journal.zone = command.zone
      await admin.ok(alterCompanyProfile, { time_zone: command.zone })
      return
    case 'sell':
    case 'buy': {
      const [due, ordered] = [journal.day(command.due), Math.min(journal.day(command.due), journal.day(0))]
      const material_id = plant.materials[command.product]
      const of = { quantity: String(command.n), price: String(command.price) }
      const isSale = command.do === 'sell'
      const { id: order_id } = isSale
        ? await admin.ok(addSalesOrder, {
            ...{ order_date: ordered, delivery_date: due, submit: true },
            lines: [{ material_id, ...of }],
          })
        : await admin.ok(addPurchaseOrder, {
            ...{ supplier_id: plant.supplier_id, order_date: ordered, submit: true },
            lines: [{ material_id, eta: due, ...of }],
          })
      const { lines } = isSale
        ? await admin.ok(showSalesOrder, { id: order_id })
        : await admin.ok(showPurchaseOrder, { id: order_id })
      const { product, price, n: quantity } = command
      const line = { order_id, line_id: lines[0]!.id, product, price, ordered, due, quantity }
      ;(isSale ? journal.sold : journal.bought).push({ ...line, cancelled: false, events: [] })
      return did()
    }
    case 'ship': {
      const line = pick(
        journal.sold.filter(one => !one.cancelled && doneOf(one) < one.quantity),
        command.nth,
      )
      if (!line) return
      const n = Math.min(command.n, line.quantity - doneOf(line))
      const { order_id, line_id } = line
      const answer = await admin.send(shipOrder, { order_id, lines: [{ line_id, quantity: String(n) }] })
      expect([answer.code, answer.message]).toEqual([200, answer.message])
      if (answer.code !== 200 || !answer.data) return
      line.events.push({ time: now, n, good: true, receipt_id: answer.data.receipt_id, stands: true })
      journal.moved.push({ time: now, product: line.product, n: -n, issued: n })
      return did()
    }
    case 'receive': {
      const line = pick(journal.bought.slice(-3), command.nth)
      if (!line) return
      // Half as much again may come.
      const isAllowed = doneOf(line) + command.n <= line.quantity + Math.floor(line.quantity / 2)
      const part = { arrival_id: line.line_id, quantity: String(command.n), location_id: plant.location_id }
      const answer = await admin.send(receiveArrivals, {
        ...{ arrival_ids: [line.line_id], lines: [{ ...part, quality_status: command.good ? 0 : 1 }] },
      })
      if (doneOf(line) < line.quantity)
        expect([answer.code === 200, answer.message]).toEqual([isAllowed, answer.message])
      if (answer.code !== 200 || !answer.data) return
      const { receipt_id } = answer.data
      line.events.push({ time: now, n: command.n, good: command.good, receipt_id, stands: true })
      journal.moved.push({ time: now, product: line.product, n: command.n, issued: 0 })
      return did()
    }
    case 'take_back_shipment':
    case 'take_back_receipt': {
      const isSale = command.do === 'take_back_shipment'
      const all = (isSale ? journal.sold : journal.bought).flatMap(line =>
        standing(line).map(event => ({ line, event })),
      )
      all.sort((a, b) => b.event.time - a.event.time)
      const found = pick(all, command.nth)
      if (!found) return
      const calls = isSale ? outboundCalls : inboundCalls
      const { id, row_version } = (await admin.ok(calls.detail, { id: found.event.receipt_id })).record
      await admin.ok(calls.reverse, { id, row_version, reason: 'wrong' })
      found.event.stands = false
      const n = found.event.n
      journal.moved.push({ time: now, product: found.line.product, n: isSale ? n : -n, issued: isSale ? -n : 0 })
      return did()
    }
    case 'cancel': {
      const line = pick(journal.sold, command.nth)
      if (!line) return
      const { record } = await admin.ok(showSalesOrder, { id: line.order_id })
      const answer = await admin.send(cancelSalesOrders, { ids: [record.id] })
      // Once something has left it goes on.
      if (answer.code !== 200) return
      line.cancelled = true
      return did()
    }
  }
}

function figuresOf(plant: Plant, journal: Journal, [from, until]: readonly [Instant, Instant]) {
  const today = journal.day(0)
  const sold = journal.sold.filter(({ cancelled }) => !cancelled)
  const keyOf = ({ product }: { product: 0 | 1 }) => plant.materials[product]
  const of = <T extends { product: 0 | 1 }>(list: readonly T[], tell: (one: T) => Omit<Fact, 'key'>): Fact[] =>
    list.map(one => ({ key: keyOf(one), ...tell(one) }))
  const isWhole = (line: Line) => doneOf(line) >= line.quantity
  const inTime = (line: Line) => isWhole(line) && wholeAt(line)! < line.due + daySeconds
  const due = sold.filter(line => line.due < today || isWhole(line))
  const whole = sold.filter(isWhole)
  const open = sold.filter(line => !isWhole(line))
  const came = journal.bought.filter(line => line.due < today || isWhole(line))
  const coming = journal.bought.filter(line => !isWhole(line))
  const balance = (product: 0 | 1) =>
    opening + sumOf(journal.moved.filter(one => one.product === product).map(({ n }) => n))
  const timed = {
    order_count: of(sold, ({ ordered }) => ({ at: ordered, above: 1 })),
    order_value: of(sold, line => ({ at: line.ordered, above: line.quantity * line.price })),
    on_time_delivery: of(due, line => ({ at: line.due, above: inTime(line) ? 1 : 0, below: 1 })),
    otif: of(due, line => ({ at: line.due, above: inTime(line) ? 1 : 0, below: 1 })),
    fill_rate: of(due, line => ({
      ...{ at: line.due, below: line.quantity },
      above: sumOf(
        standing(line)
          .filter(({ time }) => time < line.due + daySeconds)
          .map(({ n }) => n),
      ),
    })),
    order_lead_time: of(whole, line => ({ at: last(line), above: (last(line) - line.ordered) / daySeconds, below: 1 })),
    shipped_value: of(whole, line => ({ at: last(line), above: line.quantity * line.price })),
    shipped_revenue: of(
      sold.filter(line => doneOf(line) > 0),
      line => ({ at: last(line), above: doneOf(line) * line.price }),
    ),
    supplier_on_time: of(came, line => ({ at: line.due, above: inTime(line) ? 1 : 0, below: 1 })),
    supplier_quality: of(came, line => ({
      ...{ at: line.due, below: doneOf(line) },
      above: sumOf(
        standing(line)
          .filter(({ good }) => good)
          .map(({ n }) => n),
      ),
    })),
    issued_value: of(journal.moved, ({ time, product, issued }) => ({ at: time, above: issued * prices[product] })),
  }
  const now = {
    backlog_lines: of(open, ({ due: at }) => ({ at, above: 1 })),
    backlog_value: of(open, line => ({ at: line.due, above: (line.quantity - doneOf(line)) * line.price })),
    open_purchase_value: of(coming, line => ({ at: line.due, above: (line.quantity - doneOf(line)) * line.price })),
    stock_value: of([{ product: 0 as const }, { product: 1 as const }], ({ product }) => ({
      ...{ at: today, above: balance(product) * prices[product] },
    })),
  }
  // What lay there on the average of all of it, second by second.
  const seconds = until + daySeconds - from
  const turns = {
    stock_turns: of([{ product: 0 as const }, { product: 1 as const }], ({ product }) => {
      const own = journal.moved.filter(one => one.product === product)
      const lay =
        opening * (until + daySeconds - begin) + sumOf(own.map(({ time, n }) => n * (until + daySeconds - time)))
      const issued = (sumOf(own.map(one => one.issued)) * 365 * daySeconds) / seconds
      return { at: from, above: issued * prices[product], below: (lay / seconds) * prices[product] }
    }),
  }
  return { timed, now, turns }
}

async function expectAsJournal(plant: Plant, journal: Journal): Promise<void> {
  const { company } = plant
  const range = [journal.day(-60), journal.day(8)] as const
  const { timed, now, turns } = figuresOf(plant, journal, range)
  const how = { range, by: 'product' as const, zone: journal.zone }
  await expectTold(company, timed, how)
  await expectTold(company, now, how)
  await expectTold(company, turns, { ...how, whole: true })
  for (const check of [
    ...salesReconciliations,
    ...purchasingReconciliations,
    ...warehouseReconciliations,
    ...stockReconciliations,
  ])
    expect(await company.as(tx => rows(tx, check.find(company.org_id, undefined))), check.key).toEqual([])
}

test('figures by day are what a journal of the events alone comes to, and nothing that is kept twice differs', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(commands, async list => {
      const journal = new Journal()
      await setClock(journal.now)
      const company = await app.company()
      await company.admin.ok(alterCompanyProfile, { time_zone: journal.zone })
      const plant = await company.as(async (tx): Promise<Plant> => {
        const materials = [await aMaterial(tx, { precision: 0 }), await aMaterial(tx, { precision: 0 })] as const
        const location_id = await aLocation(tx)
        for (const [at, material_id] of materials.entries()) {
          await putIn(tx, { material_id, location_id, quantity: String(opening) })
          await sql`update material set purchase_price = ${prices[at]}, over_receipt_percent = 50 where org_id = ${company.org_id} and id = ${material_id}`.execute(
            tx,
          )
        }
        return { company, materials, location_id, supplier_id: await aSupplier(tx) }
      })
      for (const [step, command] of [...beginning, ...list].entries()) {
        await carryOut(plant, journal, command)
        if (step % lookedAt === 0) await expectAsJournal(plant, journal)
      }
      await expectAsJournal(plant, journal)
    }),
    { numRuns: 10 },
  )
  // A walk in which hardly anything happens would prove nothing.
  for (const one of ['sell', 'ship', 'take_back_shipment', 'cancel', 'buy', 'receive', 'take_back_receipt'])
    expect(worked.get(one) ?? 0, one).toBeGreaterThan(1)
})
