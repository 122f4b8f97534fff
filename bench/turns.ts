/** Which tasks of a plan are moved by choice: on another machine, out of their turn, or earlier than time alone pushes them. */
export interface Placed {
  readonly operation: string
  readonly machine: string
  readonly start: number
  readonly end: number
}
type Places = ReadonlyMap<string, Pick<Placed, 'machine' | 'start' | 'end'>>

/** Tasks that have to be taken out for the others to follow each other on their machines as they did. */
export function outOfTurn(before: readonly Placed[], next: Places): Set<string> {
  const out = new Set<string>()
  for (const [machine, tasks] of Map.groupBy(before, task => task.machine)) {
    const inTurn = tasks.toSorted(
      (a, b) => a.start - b.start || (next.get(a.operation)?.start ?? 0) - (next.get(b.operation)?.start ?? 0),
    )
    const stays = inTurn.filter(task => next.get(task.operation)?.machine === machine)
    const kept = longestRise(stays.map(task => next.get(task.operation)!.start))
    const keeps = new Set(kept.map(k => stays[k]!.operation))
    for (const { operation } of tasks) if (!keeps.has(operation)) out.add(operation)
  }
  return out
}

/** Of a list the places of its longest part that does not fall. */
function longestRise(list: readonly number[]): number[] {
  const ends: number[] = []
  const previous = new Int32Array(list.length)
  for (const [k, each] of list.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (list[ends[middle]!]! <= each) low = middle + 1
      else high = middle
    }
    previous[k] = ends[low - 1] ?? -1
    ends[low] = k
  }
  const kept: number[] = []
  for (let k = ends.at(-1) ?? -1; k >= 0; k = previous[k]!) kept.push(k)
  return kept.reverse()
}

export interface Moves {
  moved: number
  decided: number
}
export const noMoves = (): Moves => ({ moved: 0, decided: 0 })

/**
 * Of the tasks that stood those that are elsewhere or at another time, and how many of them by choice: on another machine, out
 * of their turn, earlier than they stood, or at another time though they could have stayed. `pushed`: where time alone takes them.
 */
export function movedIn(before: readonly Placed[], pushed: Places, after: readonly Placed[]): Moves {
  const next = new Map(after.map(task => [task.operation, task]))
  const out = outOfTurn(before, next)
  const moves = noMoves()
  for (const task of before) {
    const then = next.get(task.operation)
    if (then && then.machine === task.machine && then.start === task.start && then.end === task.end) continue
    moves.moved++
    const couldStay = pushed.get(task.operation)?.start === task.start && then?.start !== task.start
    if (!then || out.has(task.operation) || then.start < task.start || couldStay) moves.decided++
  }
  return moves
}
