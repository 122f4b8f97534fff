/** One link between two tasks, batch by batch where the first hands over before it is finished. */
import type { Instant } from '@qitao/core/time.ts'
import type { Task } from '../scheduling/place/plan.ts'
import type { Link, Operation } from '../scheduling/problem/problem.ts'
import { endOfWork, type Span, worked } from './open-time.ts'

/** So many batches are looked at, evenly spread, and the last one always. */
const mostBatches = 200

/** What a link asks of a task to know. */
type Place = Pick<Task, 'machine' | 'start' | 'end' | 'charge'>

/** What is wrong, or null. One second of rounding is allowed on transfer batches. */
export function checkLink(
  link: Link,
  before: Operation,
  first: Place,
  operation: Operation,
  second: Place,
  openOf: (operation: Operation, machine: string) => Span[],
  now: Instant,
): string | null {
  // A furnace needs everything at its start and hands over at its end.
  if (first.charge !== undefined || second.charge !== undefined) {
    const ready = first.end + (link.waitSeconds ?? 0)
    return second.start < ready ? `starts before ${ready}` : null
  }
  const wait = link.waitSeconds ?? 0
  const { made = 0, quantity: rest = 1 } = before
  const quantity = made + rest
  const batch = link.transferQuantity ?? quantity
  if (operation.fixed || batch <= 0 || batch >= quantity) {
    // A fixed follower is judged by its start only.
    const ready =
      before.fixed || batch <= 0 || batch >= quantity ? first.end : firstBatch(before, first, batch / quantity, openOf)
    return second.start < ready + wait ? `starts before ${ready + wait}` : null
  }
  const firstOpen = openOf(before, first.machine)
  const secondOpen = openOf(operation, second.machine)
  // What is fixed may have begun late, or have made a part: the rest is made from now on.
  const from = before.fixed ? Math.max(first.start, now) : first.start
  const firstWork = worked(firstOpen, from, Math.max(from, first.end))
  const secondWork = worked(secondOpen, second.start, second.end)
  const batches = Math.ceil(quantity / batch)
  const step = Math.max(1, Math.floor(batches / mostBatches))
  for (let k = 1; k <= batches; k = k < batches && k + step > batches ? batches : k + step) {
    if (k * batch <= made) continue
    // What is fixed may stand in closed time, or in the past: all of it is there at its end.
    const done = endOfWork(firstOpen, from, (firstWork * (k * batch - made)) / rest)
    const handed = k === batches ? first.end : Math.min(first.end, done)
    const asked = secondWork * (((k - 1) * batch) / quantity)
    // What the second has done by the time the batch comes must not be more than the batches before it.
    if (worked(secondOpen, second.start, handed + wait) > asked + 1) return `needs batch ${k} before ${handed + wait}`
  }
  return null
}

const firstBatch = (
  before: Operation,
  first: Place,
  share: number,
  openOf: (operation: Operation, machine: string) => Span[],
): number => {
  const open = openOf(before, first.machine)
  return endOfWork(open, first.start, Math.ceil(worked(open, first.start, first.end) * share))
}
