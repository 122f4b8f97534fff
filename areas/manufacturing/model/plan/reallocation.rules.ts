import { add, isPositive, least, type Quantity, subtract } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { MaterialResult } from './material-result.ts'
import type { BookedComponent, BookedOrder, MaterialBooks, OrderBooks } from './material-snapshot.ts'

/** Pegged supply that goes from a component of one work order to a component of another. */
export interface Transfer {
  readonly mo_id: string
  readonly component_id: string
  readonly from_mo_id: string
  readonly from_component_id: string
  readonly material_id: string
  readonly source_type: number
  readonly source_id: string
  readonly quantity: Quantity
  /** What the taker had for it and comes too late: free again. Null: it had nothing. */
  readonly instead_of_id: string | null
}
type Edge = MaterialResult['assignments'][number]
interface Offer {
  readonly edge: Edge
  left: Quantity
}
interface Wanted {
  readonly component: BookedComponent
  readonly quantity: Quantity
  /** When it comes without a transfer; null: nobody knows. */
  readonly comes: Instant | null
  readonly instead_of_id: string | null
}

/**
 * What the asked orders take from others: as much as they lack or get too late, of the component's own material, from whoever is
 * last in line. What a person has locked, what `keeping_ids` have and what the asked orders have themselves stays.
 * `result`: the plan of all books; `neededAt`: when each component is needed.
 */
export function transfersFor(
  books: Pick<OrderBooks, 'orders' | 'components'>,
  result: Pick<MaterialResult, 'assignments' | 'components'>,
  neededAt: ReadonlyMap<string, Instant>,
  { mo_ids, keeping_ids }: { readonly mo_ids: readonly string[]; readonly keeping_ids: readonly string[] },
): Transfer[] {
  const place = new Map([...books.orders].sort(inLine).map(({ id }, index) => [id, index]))
  const asked = new Set(mo_ids.filter(id => place.has(id)))
  const keeping = new Set([...mo_ids, ...keeping_ids])
  const loose = result.assignments.filter(({ locked }) => !locked)
  const offers = Map.groupBy(
    loose.filter(({ mo_id }) => !keeping.has(mo_id)).map((edge): Offer => ({ edge, left: edge.quantity })),
    ({ edge }) => edge.material_id,
  )
  const own = Map.groupBy(
    loose.filter(({ mo_id }) => asked.has(mo_id)),
    ({ component_id }) => component_id,
  )
  const stateOf = new Map(result.components.map(one => [one.id, one]))
  const needOf = (component: BookedComponent) => neededAt.get(component.id) ?? 0
  const wantedFor = (component: BookedComponent): Wanted[] => {
    const state = stateOf.get(component.id)
    if (!state) return []
    const late = (own.get(component.id) ?? [])
      .filter(edge => edge.material_id === component.material_id && edge.available_time > needOf(component))
      .sort((a, b) => b.available_time - a.available_time)
    // Nobody has ordered it: that it could be there before it is needed keeps nobody from taking what is there.
    const comes = state.expected_time === null ? null : Math.max(state.expected_time, needOf(component))
    return [
      { component, quantity: state.short_quantity, comes, instead_of_id: null },
      ...late.map(edge => ({
        ...{ component, quantity: edge.quantity, comes: edge.available_time, instead_of_id: edge.source_id },
      })),
    ]
  }
  return books.components
    .filter(({ mo_id }) => asked.has(mo_id))
    .sort((a, b) => place.get(a.mo_id)! - place.get(b.mo_id)! || (a.id < b.id ? -1 : 1))
    .flatMap(wantedFor)
    .flatMap(wanted => taken(wanted, offers.get(wanted.component.material_id) ?? [], needOf(wanted.component), place))
}

/** Of what comes in time first what the last in line has, then what comes soonest. */
function taken(
  { component, quantity, comes, instead_of_id }: Wanted,
  offers: readonly Offer[],
  needed: Instant,
  place: ReadonlyMap<string, number>,
): Transfer[] {
  const lateness = ({ edge }: Offer) => Math.max(0, edge.available_time - needed)
  const useful = offers
    .filter(({ edge }) => comes === null || edge.available_time < comes)
    .sort(
      (a, b) =>
        lateness(a) - lateness(b) ||
        place.get(b.edge.mo_id)! - place.get(a.edge.mo_id)! ||
        (a.edge.source_id < b.edge.source_id ? -1 : 1),
    )
  const transfers: Transfer[] = []
  let open = quantity
  for (const offer of useful) {
    const moved = least(open, offer.left)
    if (!isPositive(moved)) continue
    offer.left = subtract(offer.left, moved)
    open = subtract(open, moved)
    const { mo_id: from_mo_id, component_id: from_component_id, material_id, source_type, source_id } = offer.edge
    transfers.push({
      ...{ mo_id: component.mo_id, component_id: component.id, from_mo_id, from_component_id },
      ...{ material_id, source_type, source_id, quantity: moved, instead_of_id },
    })
  }
  return transfers
}

/** As supply is given: the smaller number of priority first. */
const inLine = (a: BookedOrder, b: BookedOrder): number =>
  a.priority - b.priority || a.delivery_date - b.delivery_date || (a.no < b.no ? -1 : 1)

/** The books as they are once it is done: the takers have it by a person's decision, the givers keep so much less. */
export function withTransfers(books: MaterialBooks, transfers: readonly Transfer[]): MaterialBooks {
  const less = new Map<string, Quantity>()
  const lose = (component_id: string, source_id: string, quantity: Quantity) => {
    const key = `${component_id}:${source_id}`
    less.set(key, add(less.get(key) ?? '0', quantity))
  }
  for (const { component_id, from_component_id, source_id, quantity, instead_of_id } of transfers) {
    lose(from_component_id, source_id, quantity)
    if (instead_of_id !== null) lose(component_id, instead_of_id, quantity)
  }
  const kept = books.locks.flatMap(lock => {
    const key = `${lock.component_id}:${lock.source_id}`
    const owed = less.get(key)
    if (lock.by_hand || owed === undefined) return [lock]
    const gone = least(lock.quantity, owed)
    less.set(key, subtract(owed, gone))
    const quantity = subtract(lock.quantity, gone)
    return isPositive(quantity) ? [{ ...lock, quantity }] : []
  })
  const chosen = transfers.map(({ mo_id, component_id, source_id, quantity }) => ({
    ...{ mo_id, component_id, source_id, quantity, by_hand: true, kept: null },
  }))
  return { ...books, locks: [...kept, ...chosen] }
}
