/** Why each task of a repaired plan is not where it stood. It follows from the places alone: from what is in the way there now. */
import type { RepairSearch, RepairTask } from './repair-search.ts'

export type MoveReason =
  /** Its machine is closed for it where it stood. */
  | { readonly kind: 'machine_stopped'; readonly machine: string }
  /** It should have begun already. */
  | { readonly kind: 'overdue' }
  | { readonly kind: 'material'; readonly material: string | null }
  /** What it waits for ends later. */
  | { readonly kind: 'predecessor'; readonly operation: string }
  /** Another task is where it stood. */
  | { readonly kind: 'machine_taken'; readonly operation: string }
  /** Its order is less late so. */
  | { readonly kind: 'earlier' }
  /** It is made in two parts. */
  | { readonly kind: 'split' }
  /** It comes in anew. */
  | { readonly kind: 'new' }
  /** People or moulds are busy, or its set-up is another. */
  | { readonly kind: 'resource' }

export interface MovedTask extends RepairTask {
  /** Why it cannot stay, or what is gained. */
  readonly reason: MoveReason
}

export function reasonsOfMoves(search: RepairSearch): MovedTask[] {
  const { model, plan, stood } = search
  const { problem } = model
  const rows = new Map<number, number[]>()
  for (let i = 0; i < model.operationCount; i++) {
    if (!plan.isPlaced(i)) continue
    const machine = model.laneMachine[plan.lane[i]!]!
    const row = rows.get(machine)
    if (row) row.push(i)
    else rows.set(machine, [i])
  }
  for (const row of rows.values()) row.sort((a, b) => plan.start[a]! - plan.start[b]!)

  const reasonOf = (i: number): MoveReason => {
    const machine = stood.machine[i]!
    if (machine < 0) return { kind: 'new' }
    const [start, end] = [stood.start[i]!, stood.end[i]!]
    const { id, calendar, frozen = [] } = problem.machines[machine]!
    if (calendar === null || frozen.some(([from, to]) => start < to && from < end))
      return { kind: 'machine_stopped', machine: id }
    if (start < problem.now) return { kind: 'overdue' }
    if (model.kitAt[i]! > start) return { kind: 'material', material: problem.operations[i]!.kit?.material ?? null }
    for (let k = model.predFirst[i]!; k < model.predFirst[i + 1]!; k++) {
      const before = model.predOp[k]!
      if (plan.isPlaced(before) && firstHandOver(search, k) > start)
        return { kind: 'predecessor', operation: problem.operations[before]!.id }
    }
    const taken = inTheWay(search, i, rows.get(machine) ?? [], start, end)
    if (taken >= 0) return { kind: 'machine_taken', operation: problem.operations[taken]!.id }
    return plan.start[i]! < start || (plan.start[i] === start && plan.end[i]! < end)
      ? { kind: 'earlier' }
      : { kind: 'resource' }
  }
  return search.movedNow().map(i => ({ ...search.placed(i), reason: reasonOf(i) }))
}

const firstHandOver = ({ plan }: RepairSearch, link: number): number =>
  plan.model.predShare[link] === 1
    ? plan.end[plan.model.predOp[link]!]! + plan.model.predWait[link]!
    : plan.firstHandOver(link)

/** The first of a row by start, that runs when a task stood there; -1: none, or more of them fit. */
function inTheWay(
  { plan, model, stood }: RepairSearch,
  i: number,
  row: readonly number[],
  start: number,
  end: number,
): number {
  if ((model.problem.machines[stood.machine[i]!]!.capacity ?? 1) > 1) return -1
  return (
    row.find(other => plan.head[other] !== plan.head[i] && plan.setupStart[other]! < end && start < plan.end[other]!) ??
    -1
  )
}
