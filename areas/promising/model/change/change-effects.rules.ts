import {
  add,
  isEqual,
  isLess,
  isMore,
  isPositive,
  isZero,
  least,
  most,
  multiply,
  type Quantity,
  roundUp,
  subtract,
  sum,
} from '@qitao/core/quantity.ts'
import { dayOf, endOfDay, type Instant } from '@qitao/core/time.ts'
import { willBeMade } from '@qitao/manufacturing/model/mo/mo.rules.ts'
import { moStatus, supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { givenUp } from '@qitao/manufacturing/model/mo/trim.rules.ts'
import { reducedRequest } from '@qitao/purchasing/model/reduced-request.rules.ts'
import type { OrderEffect } from '@qitao/sales/model/order-change.calls.ts'
import { effectKinds, type WhyLeft } from '@qitao/sales/model/order-change.words.ts'
import type { SalesOrderChange, SalesOrderLineInput } from '@qitao/sales/model/sales-order.calls.ts'
import type { ChangeFacts, ComponentOfMo, LineOfOrder, MoOfOrder } from './change-facts.ts'

const { codes } = moStatus

/** An effect with what carrying it out needs beside what people see. */
export interface Effect extends OrderEffect {
  /** Of a work order that is to be made: the row (from 0) of the line that it is for. */
  readonly row: number | null
  /** Of a request: the work order that needs less of it, and how much less. */
  readonly mo_id: string | null
  readonly less: Quantity | null
}

/** What an order is to be; without lines it is cancelled. */
export type OrderAfter = Pick<SalesOrderChange, 'delivery_date' | 'priority' | 'lines'>

/**
 * All that follows from another order: of its work orders and those made for them, of what was asked for and bought, of what is
 * to be shipped, and when it is done. Nothing is decided here but what can be; what is accepted a person says. Pure.
 */
export function effectsOf(facts: ChangeFacts, after: OrderAfter): Effect[] {
  const found: Effect[] = []
  const effects = tellingOf(facts, found)
  const rows = new Map(after.lines.map((line, row) => [line.id ?? `new ${row}`, { line, row }]))
  for (const line of facts.lines) {
    const changed = rows.get(line.id)
    rows.delete(line.id)
    ofLine(facts, effects, line, { day: after.delivery_date, priority: after.priority }, changed)
  }
  for (const { line, row } of rows.values()) {
    const need = subtract(line.quantity, line.offset_quantity)
    if (isPositive(need)) toMake(facts, effects, { material_id: line.material_id, line_no: null, row }, need)
  }
  const place = new Map(effectKinds.map((kind, index) => [kind, index]))
  const lineNo = ({ line_no }: Effect) => line_no ?? Number.MAX_SAFE_INTEGER
  return found.toSorted((a, b) => lineNo(a) - lineNo(b) || place.get(a.kind)! - place.get(b.kind)!)
}

/** What is accepted with all that it follows from, and what is only told; the rest is left. */
export function followed(effects: readonly Effect[], accepted: ReadonlySet<string>): Effect[] {
  const byKey = new Map(effects.map(effect => [effect.key, effect]))
  const isDone = (effect: Effect | undefined): boolean =>
    effect !== undefined &&
    effect.why_left === null &&
    (!effect.is_choice || accepted.has(effect.key)) &&
    effect.after_keys.every(key => isDone(byKey.get(key)))
  return effects.filter(isDone)
}

type Telling = ReturnType<typeof tellingOf>
/** Writes effects: one of a key, with the words of its material. */
function tellingOf({ materials }: ChangeFacts, found: Effect[]) {
  const keys = new Set<string>()
  return (of: Partial<Effect> & Pick<Effect, 'key' | 'kind'> & { material_id: string }): void => {
    const { material_id, ...effect } = of
    if (keys.has(effect.key)) return
    keys.add(effect.key)
    const material = materials.get(material_id)
    found.push({
      ...{ after_keys: [], line_no: null, object: null, row: null, mo_id: null, less: null },
      ...{ from_quantity: null, to_quantity: null, from_time: null, to_time: null },
      ...{ from_priority: null, to_priority: null, made_quantity: null, issued_quantity: null },
      ...{ is_choice: false, why_left: null, is_late: false, over_issued: [], finishes: [] },
      material_code: material?.code ?? '',
      material_name: material?.name ?? '',
      unit_name: material?.unit_name ?? '',
      ...effect,
    })
  }
}
const ofMo = (mo: MoOfOrder) => ({
  material_id: mo.material_id,
  object: { kind: 'mo' as const, id: mo.id, no: mo.no },
  made_quantity: mo.completed_quantity,
  issued_quantity: mo.picked_quantity,
})

interface Head {
  readonly day: Instant
  readonly priority: number
}
function ofLine(
  facts: ChangeFacts,
  tell: Telling,
  line: LineOfOrder,
  head: Head,
  changed: { readonly line: SalesOrderLineInput; readonly row: number } | undefined,
): void {
  const { line_no, material_id } = line
  const own = facts.mos.filter(mo => mo.order_line_id === line.id && mo.parent_mo_id === null)
  const before = subtract(line.quantity, line.offset_quantity)
  const need = changed ? subtract(changed.line.quantity, changed.line.offset_quantity) : '0'
  const planned = sum(own.map(willBeMade))
  const cancelled = new Set<string>()
  if (!changed || !isEqual(before, need)) {
    if (!changed || isMore(planned, need))
      for (const id of fewer(facts, tell, own, subtract(planned, most(need, '0')), line_no, !changed)) cancelled.add(id)
    else if (isMore(need, planned)) more(facts, tell, own, subtract(need, planned), { ...changed, line, line_no })
  }
  if (!changed && facts.promised_line_ids.has(line.id))
    tell({ ...{ key: `promise:${line.id}`, kind: 'promise', material_id, line_no }, from_quantity: line.quantity })
  if (changed) {
    follow(
      facts,
      tell,
      own.filter(mo => !cancelled.has(mo.id)),
      line,
      head,
      changed.line,
    )
    for (const shipment of facts.shipments)
      if (shipment.line_id === line.id && isMore(add(line.shipped_quantity, shipment.quantity), changed.line.quantity))
        tell({
          ...{ key: `shipping:${shipment.receipt_id}:${line.id}`, kind: 'shipping', material_id, line_no },
          object: { kind: 'outbound', id: shipment.receipt_id, no: shipment.receipt_no },
          from_quantity: shipment.quantity,
          to_quantity: most(subtract(changed.line.quantity, line.shipped_quantity), '0'),
        })
  }
}

/** Days, priority and drawing; and when the plan has it finished. */
function follow(
  facts: ChangeFacts,
  tell: Telling,
  own: readonly MoOfOrder[],
  line: LineOfOrder,
  head: Head,
  changed: SalesOrderLineInput,
): void {
  const { line_no, material_id } = line
  const stood = line.delivery_date ?? facts.order.delivery_date
  const day = changed.delivery_date ?? head.day
  const open = own.filter(isOpen)
  for (const mo of open) {
    // One that was split off with a day of its own keeps it as long as it is early enough.
    if (day !== stood && mo.delivery_date !== day && (mo.delivery_date > day || mo.delivery_date === stood)) {
      tell({
        ...{ ...ofMo(mo), key: `date:${mo.id}`, kind: 'date', line_no, is_choice: true },
        ...{ from_time: mo.delivery_date, to_time: day },
      })
      pullForward(facts, tell, mo, day, line_no)
    }
    if (changed.customer_drawing !== line.customer_drawing && changed.customer_drawing !== null)
      tell({ ...ofMo(mo), key: `drawing:${mo.id}`, kind: 'drawing', line_no })
  }
  if (head.priority !== facts.order.priority)
    for (const mo of open.flatMap(one => familyOf(facts, one)))
      if (isOpen(mo) && mo.priority !== head.priority)
        tell({
          ...{ ...ofMo(mo), key: `priority:${mo.id}`, kind: 'priority', line_no, is_choice: true },
          ...{ from_priority: mo.priority, to_priority: head.priority },
        })
  const finish = line.planned_finish_time
  const isAnother = day !== stood || !isEqual(line.quantity, changed.quantity)
  if (isAnother && open.length > 0)
    tell({
      ...{ key: `finish:${line.id}`, kind: 'finish', material_id, line_no, from_time: finish, to_time: day },
      is_late: finish !== null && finish > endOfDay(dayOf(day, facts.time_zone), facts.time_zone),
    })
}
/** What is made for an order that is due earlier is needed as much earlier, through all levels; put off, plan messages tell. */
function pullForward(facts: ChangeFacts, tell: Telling, mo: MoOfOrder, day: Instant, line_no: number): void {
  const earlier = mo.delivery_date - day
  if (earlier <= 0) return
  for (const child of familyOf(facts, mo).slice(1))
    if (isOpen(child))
      tell({
        ...{ ...ofMo(child), key: `date:${child.id}`, kind: 'date', line_no, is_choice: true },
        ...{ after_keys: [`date:${mo.id}`], from_time: child.delivery_date, to_time: child.delivery_date - earlier },
      })
}
const isOpen = ({ status }: MoOfOrder): boolean => moStatus.can('follow_order', status)
function familyOf(facts: ChangeFacts, mo: MoOfOrder): MoOfOrder[] {
  return [mo, ...facts.mos.filter(one => one.parent_mo_id === mo.id).flatMap(child => familyOf(facts, child))]
}

/** Less is to be made: of what is least advanced first, and due last. Answers the orders that may be cancelled. */
function fewer(
  facts: ChangeFacts,
  tell: Telling,
  own: readonly MoOfOrder[],
  surplus: Quantity,
  line_no: number,
  isDropped: boolean,
): string[] {
  let left = surplus
  const cancelled: string[] = []
  const kept: { readonly mo: MoOfOrder; readonly why: WhyLeft | null }[] = []
  const byProgress = own.toSorted(
    (a, b) => a.status - b.status || b.delivery_date - a.delivery_date || (a.no < b.no ? 1 : -1),
  )
  for (const mo of byProgress) {
    const { floor, why } = floorOf(mo)
    const wanted = least(left, most(subtract(willBeMade(mo), floor), '0'))
    const isAll = isEqual(wanted, mo.planned_quantity)
    const stands = isAll ? whyStands(mo) : null
    const off = stands ? '0' : wanted
    if (isPositive(off)) {
      if (isAll) cancelled.push(mo.id)
      reduce(facts, tell, mo, subtract(mo.planned_quantity, off), { line_no, after_keys: [] })
      left = subtract(left, off)
    }
    if (isLess(off, mo.planned_quantity)) kept.push({ mo, why: stands ?? why })
  }
  if (isDropped) {
    for (const { mo, why } of kept)
      tell({
        ...{ ...ofMo(mo), key: `release:${mo.id}`, kind: 'release', line_no },
        ...{ from_quantity: willBeMade(mo), why_left: why },
      })
  } else if (isPositive(left)) {
    const most_ = kept.find(({ why }) => why !== null)
    tell({
      ...{ key: `surplus:${own[0]!.id}`, kind: 'surplus', line_no, from_quantity: left, why_left: most_?.why ?? null },
      ...(most_ ? ofMo(most_.mo) : { material_id: own[0]!.material_id }),
    })
  }
  return cancelled
}

/** So much of a work order stays, whatever is wanted; and why it is not less. */
function floorOf(mo: MoOfOrder): { floor: Quantity; why: WhyLeft | null } {
  const all = (why: WhyLeft) => ({ floor: willBeMade(mo), why })
  if (!isOpen(mo)) return all('finished')
  if (mo.outsourced && mo.status !== codes.todo) return all('outside')
  if (mo.has_begun_parts) return all('parts')
  const floors: readonly (readonly [Quantity, WhyLeft])[] = [
    [mo.reported_quantity, 'dispatched'],
    [mo.inbound_quantity, 'documents'],
    [mo.outside_quantity, 'outside'],
    [mo.used_quantity, 'used'],
  ]
  const [floor, why] = floors.reduce((a, b) => (isMore(b[0], a[0]) ? b : a))
  return isPositive(floor) ? { floor, why } : { floor: '0', why: null }
}

/** Why an order of which nothing is left cannot be taken away: it is on the floor, or others name it. */
function whyStands(mo: MoOfOrder): WhyLeft | null {
  if (isPositive(mo.picked_quantity)) return 'picked'
  if (mo.is_dispatched || isPositive(mo.reported_quantity)) return 'dispatched'
  if (mo.has_documents) return 'documents'
  return mo.capacity_locked ? 'locked' : null
}

interface Because {
  readonly line_no: number | null
  readonly after_keys: readonly string[]
}
/** A work order makes less, or nothing; what is made and bought for it follows. */
function reduce(facts: ChangeFacts, tell: Telling, mo: MoOfOrder, to: Quantity, because: Because): void {
  const isGone = isZero(to)
  const why_left = isGone ? whyStands(mo) : null
  const key = `${isGone ? 'cancel' : 'quantity'}:${mo.id}`
  tell({
    ...{ ...ofMo(mo), key, kind: isGone ? 'cancel' : 'quantity', line_no: because.line_no },
    ...{ after_keys: [...because.after_keys], is_choice: why_left === null, why_left },
    ...{ from_quantity: mo.planned_quantity, to_quantity: to },
    over_issued: isGone ? [] : overIssued(facts, mo, to),
  })
  if (why_left) return
  const below = { line_no: because.line_no, after_keys: [key] }
  for (const component of facts.components)
    if (component.mo_id === mo.id) needLess(facts, tell, mo, component, to, below)
}

/** What lies on the floor for a work order and is not needed for its new quantity. */
function overIssued({ components, materials }: ChangeFacts, mo: MoOfOrder, to: Quantity): Effect['over_issued'] {
  return components.flatMap(({ mo_id, material_id, quantity_per, picked_quantity }) => {
    const material = materials.get(material_id)
    if (mo_id !== mo.id || !material) return []
    const over = subtract(picked_quantity, roundUp(multiply(quantity_per, to), material.unit_precision))
    const { code: material_code, name: material_name, unit_name } = material
    return isPositive(over) ? [{ material_code, material_name, unit_name, quantity: over }] : []
  })
}

/** A component is needed less: first what is only asked for, then what is bought, then what is made, then what lies in stock. */
function needLess(
  facts: ChangeFacts,
  tell: Telling,
  mo: MoOfOrder,
  component: ComponentOfMo,
  to: Quantity,
  because: Because,
): void {
  const { material_id, picked_quantity } = component
  const precision = facts.materials.get(material_id)?.unit_precision ?? 0
  const open = (required: Quantity) => most(subtract(required, picked_quantity), '0')
  const before = open(component.required_quantity)
  const need = open(roundUp(multiply(component.quantity_per, to), precision))
  const edges = facts.edges.filter(edge => edge.component_id === component.id)
  const covered = sum(edges.map(({ covers }) => covers))
  const lackBefore = most(subtract(before, covered), '0')
  const lack = most(subtract(need, covered), '0')
  askLess(facts, tell, mo, material_id, { lack, off: subtract(lackBefore, lack) }, because)
  const off = givenUp(edges, most(subtract(covered, need), '0'))
  for (const [edge, less] of off) {
    if (edge.source_type === supplySource.codes.in_transit && edge.document_id && edge.document_no)
      tell({
        ...{
          key: `purchase:${edge.id}`,
          kind: 'purchase',
          material_id,
          ...because,
          after_keys: [...because.after_keys],
        },
        object: { kind: 'purchase_order', id: edge.document_id, no: edge.document_no },
        ...{ from_quantity: edge.quantity, to_quantity: subtract(edge.quantity, less) },
      })
  }
  for (const child of facts.mos) {
    if (child.parent_mo_id !== mo.id || child.material_id !== material_id) continue
    const less = sum(off.flatMap(([edge, quantity]) => (edge.source_id === child.id ? [quantity] : [])))
    const brings = willBeMade(child)
    const target = most(subtract(brings, less), floorOf(child).floor)
    if (isLess(target, brings)) reduce(facts, tell, child, target, because)
  }
}

/** Requests that nobody has ordered yet, the last first. */
function askLess(
  facts: ChangeFacts,
  tell: Telling,
  mo: MoOfOrder,
  material_id: string,
  { lack, off }: { readonly lack: Quantity; readonly off: Quantity },
  because: Because,
): void {
  const asked = facts.requests.flatMap(request => {
    const own = request.asked.find(one => one.mo_id === mo.id)
    return own && request.material_id === material_id
      ? [{ request, quantity: own.quantity ?? least(request.demand_quantity, add(lack, off)) }]
      : []
  })
  let left = least(off, most(subtract(sum(asked.map(({ quantity }) => quantity)), lack), '0'))
  for (const { request, quantity } of asked.toReversed()) {
    const less = least(left, quantity)
    if (!isPositive(less)) continue
    left = subtract(left, less)
    tell({
      ...{ key: `request:${request.id}:${mo.id}`, kind: 'request', material_id, is_choice: true },
      ...{ line_no: because.line_no, after_keys: [...because.after_keys], mo_id: mo.id, less },
      object: { kind: 'purchase_request', id: request.id, no: request.no },
      from_quantity: request.quantity,
      to_quantity: reducedRequest(request, less, facts.materials.get(material_id)!).quantity,
    })
  }
}

/** More is to be made: an order that nobody has begun to plan is raised, else another one is made. */
function more(
  facts: ChangeFacts,
  tell: Telling,
  own: readonly MoOfOrder[],
  off: Quantity,
  { line, line_no, row }: { readonly line: LineOfOrder; readonly line_no: number; readonly row: number },
): void {
  const { material_id } = line
  const open = own.findLast(
    mo => mo.status === codes.todo && !(mo.merged || mo.outsourced || mo.material_locked || mo.capacity_locked),
  )
  if (!open) {
    toMake(facts, tell, { material_id, line_no, row }, off)
    return
  }
  const key = `raise:${open.id}`
  tell({
    ...{ ...ofMo(open), key, kind: 'raise', line_no, is_choice: true },
    ...{ from_quantity: open.planned_quantity, to_quantity: add(open.planned_quantity, off) },
  })
  lacking(facts, tell, material_id, off, { line_no, after_keys: [key] })
}

function toMake(
  facts: ChangeFacts,
  tell: Telling,
  {
    material_id,
    line_no,
    row,
  }: { readonly material_id: string; readonly line_no: number | null; readonly row: number },
  quantity: Quantity,
): void {
  // What is not made is bought or shipped from stock: nothing follows.
  if (!facts.recipes.has(material_id)) return
  const key = `add:${row}`
  tell({ key, kind: 'add', material_id, line_no, row, is_choice: true, from_quantity: '0', to_quantity: quantity })
  lacking(facts, tell, material_id, quantity, { line_no, after_keys: [key] })
}

/** What is added takes more than lies free. */
function lacking(facts: ChangeFacts, tell: Telling, product: string, quantity: Quantity, because: Because): void {
  for (const { material_id, quantity_per } of facts.recipes.get(product) ?? []) {
    const material = facts.materials.get(material_id)
    const need = roundUp(multiply(quantity_per, quantity), material?.unit_precision ?? 0)
    const free = material?.free_quantity ?? '0'
    if (!isMore(need, free)) continue
    tell({
      ...{ key: `lack:${because.after_keys[0]}:${material_id}`, kind: 'lack', material_id },
      ...{ line_no: because.line_no, after_keys: [...because.after_keys], from_quantity: free, to_quantity: need },
    })
  }
}
