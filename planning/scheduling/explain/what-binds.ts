/**
 * Why an order does not come earlier, although something was meant to bring it forward: what its critical chain spends most of
 * its time waiting for, and the smallest single change that would move it. Each change is tried on a copy of the plan.
 */
import { daySeconds, hourSeconds, type Instant } from '@qitao/core/time.ts'
import type { Plan } from '../place/plan.ts'
import { compile } from '../problem/model.ts'
import type { Problem } from '../problem/problem.ts'
import { StandingPlan } from '../standing/standing-plan.ts'
import { type ChainLink, chainOf, lastOperations } from './explain-late.ts'
import { type RemedyOptions, type TriedRemedy, tryRemedies } from './try-remedies.ts'

export interface Bound {
  /** Of what it waits for the longest, the piece nearest to the finish. */
  readonly link: ChainLink
  /** Of all pieces that wait for the same. */
  readonly seconds: number
  readonly pieces: number
}
export interface OrderBound {
  readonly order: string
  /** null: the plan does not place it. */
  readonly finish: Instant | null
  /** null: its own work alone, from the instant of planning on. */
  readonly bound: Bound | null
  /** The smallest change that brings its finish forward; null: none by itself. */
  readonly smallest: TriedRemedy | null
}

/** The order's own work, and what is made for it: not what it waits for, but what it consists of. */
const ownWork = new Set<ChainLink['kind']>(['task', 'predecessor', 'changeover', 'waiting'])
/** Changes in small measure first, then as much as anybody would do. */
const measures: readonly Pick<RemedyOptions, 'overtimeSeconds' | 'expediteSeconds'>[] = [
  { overtimeSeconds: hourSeconds, expediteSeconds: daySeconds },
  { overtimeSeconds: 4 * hourSeconds, expediteSeconds: 30 * daySeconds },
]
/** Places that are tried for one order and measure: a handful of orders is explained while somebody waits. */
const mostTries = 60

/** Throws when an order is unknown. */
export function whatBinds(
  problem: Problem,
  plan: Pick<Plan, 'tasks'>,
  orders: readonly string[],
  shouldStop: () => boolean = () => false,
): OrderBound[] {
  const standing = new StandingPlan(compile(problem), plan.tasks)
  const last = lastOperations(standing)
  const numbers = new Map(standing.model.problem.orders.map(({ id }, number) => [id, number]))
  return orders.map(order => {
    const number = numbers.get(order)
    if (number === undefined) throw new Error(`Unknown order ${order}`)
    const operation = last[number]!
    if (operation < 0) return { order, finish: null, bound: null, smallest: null }
    const bound = longestWait(order, chainOf(standing, operation))
    return {
      ...{ order, finish: standing.end[operation]!, bound },
      smallest: bound ? smallestChange(problem, plan, order, shouldStop) : null,
    }
  })
}

/** What a chain of this order waits for the longest; null: it consists of its own work. */
export function longestWait(own: string, chain: readonly ChainLink[]): Bound | null {
  const isOwnWork = (link: ChainLink) =>
    ownWork.has(link.kind) ||
    (link.kind === 'machine' && link.order === own) ||
    (link.kind === 'resource' && link.order === own)
  const waits = Map.groupBy(
    chain.filter(link => !isOwnWork(link)),
    causeOf,
  )
  let longest: Bound | null = null
  for (const links of waits.values()) {
    const seconds = links.reduce((sum, link) => sum + link.seconds, 0)
    if (!longest || seconds > longest.seconds) longest = { link: links[0]!, seconds, pieces: links.length }
  }
  return longest
}
const causeOf = (link: ChainLink): string => {
  if (link.kind === 'material') return `material ${link.material}`
  if (link.kind === 'resource') return `resource ${link.resource}`
  return 'machine' in link ? `${link.kind} ${link.machine}` : link.kind
}

/** Gains are of the finish, late or not: it is tried as if it were due at once, and told by the date on which it is. */
function smallestChange(
  problem: Problem,
  plan: Pick<Plan, 'tasks'>,
  order: string,
  shouldStop: () => boolean,
): TriedRemedy | null {
  const dueAtOnce = {
    ...problem,
    orders: problem.orders.map(one => (one.id === order ? { ...one, due: problem.now, weight: 0 } : one)),
  }
  for (const measure of measures) {
    if (shouldStop()) return null
    const { remedies } = tryRemedies(dueAtOnce, plan, order, { iterations: mostTries, shouldStop, ...measure })
    const [least] = remedies.toSorted((a, b) => harm(a) - harm(b) || b.gainedSeconds - a.gainedSeconds)
    const { due } = problem.orders.find(one => one.id === order)!
    if (least) return { ...least, tardinessSeconds: Math.max(0, least.finish - due) }
  }
  return null
}
/** What it costs the other orders, in weighted hours. */
const harm = ({ weightedTardinessHoursChange }: TriedRemedy): number => Math.max(0, weightedTardinessHoursChange)
