/** Random books of a plant, and what replenishing makes of them: for tests of what planning says of a replenishment. */
import { fromSteps, toSteps } from '@qitao/core/quantity.ts'
import { daySeconds as day } from '@qitao/core/time.ts'
import { leadSeconds } from '@qitao/planning/netting/lead-time.ts'
import { neededOf, planMaterial } from '@qitao/planning/netting/plan-material.ts'
import { edgeRows, outcomeRows } from '@qitao/planning/netting/plan-rows.ts'
import fc from 'fast-check'
import {
  type BookedComponent,
  lotOf,
  type MaterialBooks,
  precisionsIn,
  snapshotOf,
} from '../../plan/material-snapshot.ts'
import {
  childrenFor,
  madeFor,
  parentOf,
  proposalsFor,
  quantityForParent,
  type RequestToMake,
  requestsFor,
} from '../replenishment.rules.ts'

export const now = 20_000 * day
/** A frame has two subs and a bolt, a sub two bolts and a plate. */
export const structure: Record<string, readonly (readonly [string, number])[]> = {
  frame: [
    ['sub', 2],
    ['bolt', 1],
  ],
  sub: [
    ['bolt', 2],
    ['plate', 1],
  ],
}
export const materials = ['frame', 'sub', 'bolt', 'plate']
export const moIds = ['m1', 'm2', 'm3', 'm4']

const stepsOf = (steps: { wait: number; run: number } | undefined) => {
  if (!steps) return null
  const step = { waitSeconds: steps.wait, setupSeconds: 600, runSeconds: steps.run, leastSeconds: 3600 }
  return [
    { ...step, next: [] },
    { ...step, next: [0] },
  ]
}
const leadOf = ({ materials }: MaterialBooks, material_id: string, quantity: string): number => {
  const { supply_lead_time, lead_steps } = materials.find(({ id }) => id === material_id)!
  return leadSeconds({ leadTimeSeconds: supply_lead_time * day, leadSteps: lead_steps ?? [] }, Number(quantity))
}
const anyLot = fc.constantFrom('0', '0', '3', '7', '12')
export const anyBooks: fc.Arbitrary<MaterialBooks> = fc
  .record({
    materials: fc.tuple(
      ...materials.map(() => fc.record({ supply_lead_time: fc.nat(5), minimum_lot: anyLot, packaging_size: anyLot })),
    ),
    orders: fc.tuple(
      ...moIds.map(() =>
        fc.record({
          priority: fc.integer({ min: 1, max: 3 }),
          due: fc.nat(60),
          planned: fc.boolean(),
          firm: fc.boolean(),
          components: fc.uniqueArray(
            fc.record({
              material: fc.constantFrom(...materials),
              quantity: fc.integer({ min: 1, max: 20 }),
              begins: fc.option(fc.nat(9), { nil: null }),
            }),
            { selector: ({ material }) => material, maxLength: 3 },
          ),
        }),
      ),
    ),
    stock: fc.tuple(...materials.map(() => fc.nat(40))),
  })
  .map(({ materials: drawn, orders, stock }) => ({
    now,
    open: [],
    materials: materials.map((id, i) => ({
      ...{ id, code: id, kind: id in structure ? 1 : 0, has_bom: id in structure, unit_precision: 0 },
      ...{ safety_stock: '0', lead_steps: null, ...drawn[i]! },
    })),
    orders: orders.map(({ priority, due, planned, firm }, i) => ({
      ...{ id: moIds[i]!, no: moIds[i]!, material_id: 'product', material_locked: false, priority, firm },
      ...{ delivery_date: now + due * day, planned_start_time: planned ? now + due * day : null },
      lead_seconds: 0,
    })),
    components: orders.flatMap(({ due, components }, i) =>
      components.map(({ material, quantity, begins }) => ({
        ...{ id: `${moIds[i]}-${material}`, mo_id: moIds[i]!, operation_sequence: 10, material_id: material },
        ...{ required_quantity: String(quantity), picked_quantity: '0', substitutes: [] },
        planned_start_time: begins === null ? null : now + (due + begins) * day,
      })),
    ),
    stock: materials.map((id, i) => ({
      ...{ inventory_id: `stock-${id}`, material_id: id, quantity: String(stock[i]) },
      ...{ expire_time: null, first_in_time: now, arrives_time: null },
    })),
    boms: Object.entries(structure).map(([material_id, lines]) => ({
      ...{ material_id, base_quantity: '1' },
      lines: lines.map(([part, each]) => ({ material_id: part, quantity: String(each), scrap_rate: '0' })),
    })),
    ...{ locks: [], transit: [], production: [], tentative: [], held: [], holdsUnscheduled: true },
    counts: { transit: true, production: true },
  }))
/** The same, of which some is made in two steps, one behind the other. */
export const anyBooksBySteps: fc.Arbitrary<MaterialBooks> = fc
  .tuple(anyBooks, fc.dictionary(fc.constantFrom('frame', 'sub'), fc.record({ wait: fc.nat(day), run: fc.nat(9_000) })))
  .map(([books, steps]) => ({
    ...books,
    materials: books.materials.map(one => ({ ...one, lead_steps: stepsOf(steps[one.id]) })),
  }))
export const sumOf = (quantities: readonly number[]) => quantities.reduce((sum, quantity) => sum + quantity, 0)
export const anyAsked = fc.subarray(moIds, { minLength: 1 })

export const planOf = (books: MaterialBooks, asked: ReadonlySet<string> = new Set()) => {
  const snapshot = { ...snapshotOf(books), asked: [...asked] }
  const plan = planMaterial(snapshot)
  const short = new Map(outcomeRows(snapshot, plan).map(({ demand, shortage }) => [demand, shortage]))
  return {
    ...plan,
    edges: edgeRows(snapshot, plan),
    kits: new Map(plan.orders.map(kit => [kit.order, kit])),
    shortOf: (mo_id: string) =>
      books.components.flatMap(({ id, mo_id: of }) => (of === mo_id ? [[id, short.get(id)] as const] : [])),
  }
}

/** The books with all that replenishing these orders makes, and what it asks buyers for. */
export function replenished(books: MaterialBooks, asked: ReadonlySet<string>, had: readonly RequestToMake[] = []) {
  const plan = planOf(books, asked)
  const served = {
    moOf: new Map(books.components.map(({ id, mo_id }) => [id, mo_id])),
    priorityOf: new Map(books.orders.map(({ id, priority }) => [id, priority])),
    precisions: precisionsIn(books),
    lots: new Map(books.materials.map(material => [material.id, lotOf(material)])),
  }
  const { productions, purchases } = proposalsFor(plan, served, asked)
  const children = childrenFor(productions, served).map((child, i) => {
    const id = `child-${books.orders.length + i}`
    const components = structure[child.material_id]!.map(
      ([material_id, each]): BookedComponent => ({
        ...{ id: `${id}-${material_id}`, mo_id: id, operation_sequence: null, planned_start_time: null, material_id },
        required_quantity: fromSteps(toSteps(child.planned_quantity, 0) * each, 0),
        ...{ picked_quantity: '0', substitutes: [] },
      }),
    )
    return { ...child, id, components }
  })
  const childOf = new Map(productions.map(({ id }, i) => [id, children[i]!.id]))
  const requests = requestsFor(plan.purchases, served, { asked, childOf }, had)
  return {
    productions,
    /** What lots add to what the asked orders need, by material. */
    surplus: (of: string) =>
      sumOf(productions.flatMap(one => (one.material === of ? one.quantity - neededOf(one) : []))) +
      sumOf(requests.flatMap(one => (one.material_id === of ? +one.quantity - +one.demand_quantity : []))),
    proposals: [...productions, ...purchases],
    requests,
    asked: new Set([...asked, ...childOf.values()]),
    books: {
      ...books,
      orders: [
        ...books.orders,
        ...children.map(({ id, material_id, planned_quantity, priority, delivery_date }) => ({
          ...{ id, no: `\uffff${id}`, material_id, priority, delivery_date },
          ...{
            material_locked: false,
            planned_start_time: null,
            firm: false,
            lead_seconds: leadOf(books, material_id, planned_quantity),
          },
        })),
      ],
      components: [...books.components, ...children.flatMap(({ components }) => components)],
      locks: [...books.locks, ...madeFor(productions, children, served)],
      production: [
        ...books.production,
        ...children.map(({ id, material_id, planned_quantity }, i) => {
          const parent_mo_id = parentOf(productions[i]!, served, childOf)
          return {
            ...{
              id,
              material_id,
              open_quantity: planned_quantity,
              planned_finish_time: null,
              status: 10,
              parent_mo_id,
            },
            made_for_quantity: parent_mo_id === null ? null : quantityForParent(productions[i]!, served),
          }
        }),
      ],
    } satisfies MaterialBooks,
  }
}
/** What was asked for is on its way, to come at its date or at once. */
export const arriving = (books: MaterialBooks, requests: readonly RequestToMake[], at?: number): MaterialBooks => ({
  ...books,
  transit: requests.map(({ material_id, quantity, required_date, asked }, i) => ({
    ...{ id: `line-${i}`, part: 0, material_id, open_quantity: quantity, eta: at ?? required_date, asked },
  })),
})
/** All of it has come, and what is made is made. */
export const received = (books: MaterialBooks, requests: readonly RequestToMake[]): MaterialBooks => ({
  ...arriving(books, requests, now),
  production: books.production.map(mo => ({ ...mo, planned_finish_time: now })),
})
