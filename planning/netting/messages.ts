/**
 * What a planner should do about a plan, in terms of orders: an order that comes too late is to be expedited rather than
 * doubled, one that is there in time is raised rather than a second one placed, what nobody needs is to be cancelled.
 */
import type { Instant } from '@qitao/core/time.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { pegged } from '../pegging/links.ts'
import { type MessageKind, messageKinds, type PlanMessage } from './material-plan.ts'
import type { NettingState } from './netting-state.ts'
import { roundLot } from './replenish.ts'
import { compareText, type Draft, type Material } from './tables.ts'

export const usualDeferSeconds = 7 * daySeconds

/** Messages of these materials. */
export function messagesOf(
  state: NettingState,
  materials: Iterable<Material>,
  deferSeconds: number = usualDeferSeconds,
): PlanMessage[] {
  const messages: PlanMessage[] = []
  for (const material of materials) {
    const raised = raise(state, material)
    for (const supply of material.incoming) {
      const changeable = changeableOf(state, supply)
      if (changeable === 'nothing') continue
      const found = raised.has(supply) || changeable === 'dates' ? null : surplusOf(state, material, supply, changeable)
      if (found) messages.push(found)
      if (found?.kind === 'cancel') continue
      const moved = movedOf(state, material, supply, deferSeconds)
      if (moved) messages.push(moved)
    }
    const increased = new Set<Draft>()
    for (const [supply, drafts] of raised) {
      const row = state.supplies.row[supply]!
      const quantity = drafts.reduce((total, draft) => total + draft.quantity, 0)
      for (const draft of drafts) increased.add(draft)
      messages.push({
        ...about('increase', row.id, material, quantity),
        fromQuantity: row.quantity,
        toQuantity: row.quantity + quantity,
        fromDate: state.supplies.date[supply]!,
        toDate: state.supplies.date[supply]!,
        reason: 'short',
        demand: firstOf(state, drafts),
        proposals: drafts.map(proposalName),
      })
    }
    for (const draft of material.drafts) {
      if (increased.has(draft)) continue
      messages.push({
        ...about(material.planned!.kind === 'made' ? 'make' : 'buy', proposalName(draft), material, draft.quantity),
        fromDate: draft.orderBy,
        toDate: draft.neededAt,
        reason: 'short',
        demand: state.needs.row[draft.top]!.id,
        proposals: [proposalName(draft)],
      })
    }
    pushSubstitutes(state, material, messages)
  }
  const place = (kind: MessageKind) => messageKinds.indexOf(kind)
  return messages.sort(
    (a, b) =>
      place(a.kind) - place(b.kind) ||
      compareText(a.insteadOf ?? a.material, b.insteadOf ?? b.material) ||
      compareText(a.object, b.object) ||
      compareText(a.material, b.material),
  )
}

export const proposalName = ({ material, sequence }: Draft): string =>
  `${material.planned!.kind === 'made' ? 'make' : 'buy'}-${material.id}-${sequence + 1}`

const about = (kind: MessageKind, object: string, material: Material, quantity: number) => ({
  kind,
  object,
  material: material.id,
  insteadOf: null,
  quantity,
  fromQuantity: null,
  toQuantity: null,
})

const changeableOf = (state: NettingState, supply: number) => {
  const row = state.supplies.row[supply]!
  return row.kind === 'stock' ? 'nothing' : (row.changeable ?? 'all')
}

const firstOf = (state: NettingState, drafts: readonly Draft[]): string =>
  state.needs.row[drafts.map(draft => draft.top).reduce((a, b) => (state.needs.compare(b, a) < 0 ? b : a))]!.id

/** Proposals that an open order can take over: one that is there when they are needed, the last of them. */
function raise(state: NettingState, material: Material): Map<number, Draft[]> {
  const raised = new Map<number, Draft[]>()
  if (material.drafts.length === 0) return raised
  const open = material.incoming.filter(supply => changeableOf(state, supply) === 'all')
  for (const draft of material.drafts) {
    let chosen = -1
    for (const supply of open) {
      const date = state.supplies.date[supply]!
      if (date <= draft.neededAt && (chosen < 0 || date > state.supplies.date[chosen]!)) chosen = supply
    }
    if (chosen < 0) continue
    const known = raised.get(chosen)
    if (known) known.push(draft)
    else raised.set(chosen, [draft])
  }
  return raised
}

/** Nobody takes it, or not all of it: what is left over, less what lot sizes make unavoidable. */
function surplusOf(
  state: NettingState,
  material: Material,
  supply: number,
  changeable: 'all' | 'whole',
): PlanMessage | null {
  const row = state.supplies.row[supply]!
  const date = state.supplies.date[supply]!
  const dates = { fromDate: date, toDate: date }
  const taken = row.quantity - state.supplies.left[supply]!
  if (taken === 0)
    return {
      ...about('cancel', row.id, material, row.quantity),
      fromQuantity: row.quantity,
      toQuantity: 0,
      ...dates,
      reason: 'not_needed',
      demand: null,
      proposals: [],
    }
  if (changeable === 'whole') return null
  const enough = material.planned ? roundLot(taken, material.planned) : taken
  if (enough >= row.quantity) return null
  const { first } = takers(state, supply)
  return {
    ...about('decrease', row.id, material, row.quantity - enough),
    fromQuantity: row.quantity,
    toQuantity: enough,
    ...dates,
    reason: 'more_than_needed',
    demand: first,
    proposals: [],
  }
}

function movedOf(state: NettingState, material: Material, supply: number, deferSeconds: number): PlanMessage | null {
  const date = state.supplies.date[supply]!
  const { earliest, first, late } = takers(state, supply)
  if (first === null) return null
  const row = state.supplies.row[supply]!
  const move = (kind: 'expedite' | 'defer', quantity: number): PlanMessage => ({
    ...about(kind, row.id, material, quantity),
    fromDate: date,
    toDate: Math.max(state.now, earliest),
    reason: kind === 'expedite' ? 'needed_earlier' : 'needed_later',
    demand: first,
    proposals: [],
  })
  if (earliest < date && Math.max(state.now, earliest) < date) return move('expedite', late)
  return earliest - date > deferSeconds ? move('defer', row.quantity) : null
}

/** Who takes of a supply: when it is needed first, by whom, and how much of it comes after it is needed. */
function takers(state: NettingState, supply: number): { earliest: Instant; first: string | null; late: number } {
  const { pegs, needs, supplies } = state
  let earliest = Number.POSITIVE_INFINITY
  let top = -1
  let late = 0
  for (let link = pegs.firstOfTarget[supply]!; link >= 0; link = pegs.nextOfTarget[link]!) {
    const need = pegs.owner[link]!
    const at = needs.neededAt[need]!
    if (at < supplies.date[supply]!) late += pegs.used[link]!
    if (at < earliest || (at === earliest && needs.compare(needs.top[need]!, top) < 0)) top = needs.top[need]!
    if (at < earliest) earliest = at
  }
  return { earliest, first: top < 0 ? null : needs.row[top]!.id, late }
}

/** One message for each demand of the material and what stands in for it. */
function pushSubstitutes(state: NettingState, material: Material, messages: PlanMessage[]): void {
  const { pegs, needs, supplies } = state
  if (material.family.materials.length === 1) return
  const standIns = new Map<string, { need: number; other: Material; quantity: number; at: Instant }>()
  for (const other of material.family.materials) {
    if (other === material) continue
    for (const supply of [...other.stock, ...other.incoming])
      for (let link = pegs.firstOfTarget[supply]!; link >= 0; link = pegs.nextOfTarget[link]!) {
        const need = pegs.owner[link]!
        if (needs.material[need] !== material.number || needs.draft[need] !== -1 || pegs.why[link] === pegged.chosen)
          continue
        const key = `${need}:${other.number}`
        const known = standIns.get(key)
        if (known) {
          known.quantity += pegs.used[link]!
          known.at = Math.max(known.at, supplies.date[supply]!)
        } else standIns.set(key, { need, other, quantity: pegs.used[link]!, at: supplies.date[supply]! })
      }
  }
  for (const { need, other, quantity, at } of standIns.values()) {
    const { id } = needs.row[need]!
    messages.push({
      ...about('substitute', id, other, quantity),
      insteadOf: material.id,
      fromDate: at,
      toDate: needs.neededAt[need]!,
      reason: 'material_late',
      demand: id,
      proposals: [],
    })
  }
}
