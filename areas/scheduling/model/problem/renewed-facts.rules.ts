import type { OrderFacts, ScheduleFacts } from './facts.ts'

/** What is the same from call to call until somebody changes it. */
export type LastingFacts = Omit<ScheduleFacts, 'now' | 'time_zone'>
/** What is new since some state of the facts: all of these orders, as they are now, and the machines if they are others. */
export interface FactsChange {
  readonly mo_ids: readonly string[]
  readonly orders: OrderFacts
  readonly devices?: ScheduleFacts['devices']
}
export const changedBy = (facts: LastingFacts, { mo_ids, orders, devices }: FactsChange): LastingFacts => ({
  ...replacedOrders(facts, new Set(mo_ids), orders),
  ...(devices ? { devices } : {}),
})

/** Whether only tasks are others than before: their places, and what that does to the versions of their orders. */
export function movesOnly(facts: LastingFacts, { mo_ids, orders: now, devices }: FactsChange): boolean {
  const lasting = ({ tasks: _, ...own }: OrderFacts) => written(own)
  return devices === undefined && lasting(onlyOrders(facts, new Set(mo_ids))) === lasting(now)
}

/** Whether anything is another than before, but for the versions of orders: they count what planning does not read, too. */
export function isChange(facts: LastingFacts, { mo_ids, orders: now, devices }: FactsChange): boolean {
  if (devices !== undefined && JSON.stringify(devices) !== JSON.stringify(facts.devices)) return true
  return written(onlyOrders(facts, new Set(mo_ids))) !== written(now)
}
const written = ({ orders, ...own }: Omit<OrderFacts, 'tasks'>): string =>
  JSON.stringify([orders.map(order => ({ ...order, row_version: 0 })), own])

/** What the facts hold of some orders. */
export function onlyOrders(facts: OrderFacts, mo_ids: ReadonlySet<string>): OrderFacts {
  const components = facts.components.filter(({ mo_id }) => mo_ids.has(mo_id))
  const own = new Set(components.map(({ id }) => id))
  return {
    orders: facts.orders.filter(({ id }) => mo_ids.has(id)),
    operations: facts.operations.filter(({ mo_id }) => mo_ids.has(mo_id)),
    components,
    pegs: facts.pegs.filter(({ component_id }) => own.has(component_id)),
    tasks: facts.tasks.filter(({ mo_id }) => mo_ids.has(mo_id)),
  }
}

/** The facts with all that they hold of some orders replaced: as if they had been read now, each list in its order. */
export function replacedOrders<T extends OrderFacts>(facts: T, mo_ids: ReadonlySet<string>, by: OrderFacts): T {
  const gone = new Set(facts.components.flatMap(({ id, mo_id }) => (mo_ids.has(mo_id) ? [id] : [])))
  const ofOthers = ({ mo_id }: { readonly mo_id: string }) => !mo_ids.has(mo_id)
  return {
    ...facts,
    orders: merged(
      facts.orders.filter(({ id }) => !mo_ids.has(id)),
      by.orders,
      (a, b) => a.no < b.no,
    ),
    operations: merged(facts.operations.filter(ofOthers), by.operations, (a, b) => a.mo_id < b.mo_id),
    components: merged(facts.components.filter(ofOthers), by.components, (a, b) => a.mo_id < b.mo_id),
    pegs: merged(
      facts.pegs.filter(({ component_id }) => !gone.has(component_id)),
      by.pegs,
      (a, b) => a.component_id < b.component_id,
    ),
    tasks: merged(
      facts.tasks.filter(ofOthers),
      by.tasks,
      (a, b) => a.start_time < b.start_time || (a.start_time === b.start_time && a.id < b.id),
    ),
  }
}

/** Two lists in order become one. */
function merged<T>(some: readonly T[], more: readonly T[], isBefore: (a: T, b: T) => boolean): T[] {
  const all: T[] = []
  let next = 0
  for (const one of some) {
    while (next < more.length && isBefore(more[next]!, one)) all.push(more[next++]!)
    all.push(one)
  }
  while (next < more.length) all.push(more[next++]!)
  return all
}
