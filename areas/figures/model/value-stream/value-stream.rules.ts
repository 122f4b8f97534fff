import { add, convert, isPositive, isZero, multiply, type Quantity, roundHalfUp, sum } from '@qitao/core/quantity.ts'
import { daySeconds } from '@qitao/core/time.ts'

/** What the map computes with: a step of the stream and the pieces that wait before it. */
export interface StreamStep {
  readonly sequence: number
  readonly cycle_seconds: Quantity | null
  readonly uptime_rate: Quantity | null
  readonly machine_count: number
  readonly wip_quantity: Quantity
}
/** What goes through it. */
export interface StreamFlow {
  /** Pieces of finished goods, and of what can be made of the scarcest component in store. */
  readonly finished_quantity: Quantity
  readonly store_quantity: Quantity | null
  /** Pieces a day that customers ask for or, where nobody does, that are made. */
  readonly daily_quantity: Quantity
  /** Time of a machine in the range, and pieces asked for in it. */
  readonly open_seconds: number
  readonly wanted_quantity: Quantity
}
export interface Ladder {
  /** Before each step, in order, and after the last: seconds by Little's law; null where nothing flows. */
  readonly queues: readonly (number | null)[]
  readonly store_seconds: number | null
  /** Of a piece, over all steps that are known. */
  readonly process_seconds: Quantity
  /** Null where a queue cannot be told. */
  readonly lead_seconds: number | null
  /** Process time ÷ lead time, percent. */
  readonly value_added_rate: Quantity | null
  /** A piece has to come so often. */
  readonly takt_seconds: Quantity | null
  /** Of each step: so often a piece comes, with all its machines and their uptime. */
  readonly paces: readonly (Quantity | null)[]
  /** Sum of paces ÷ (steps × the slowest), percent. */
  readonly balance_rate: Quantity | null
  /** The slowest step. */
  readonly bottleneck: number | null
}

const hundred = '100'
const tenth = 1
/** A third of a second is enough to tell paces apart. */
const secondDecimals = 2

/** The ladder below the map (K18, K19): what waits is told by Little's law, work in process ÷ what flows in a day. */
export function ladderOf(steps: readonly StreamStep[], flow: StreamFlow): Ladder {
  const waits = (quantity: Quantity | null): number | null => {
    if (quantity === null) return null
    if (isZero(quantity)) return 0
    return isPositive(flow.daily_quantity)
      ? Number(roundHalfUp(convert(quantity, String(daySeconds), flow.daily_quantity), 0))
      : null
  }
  const queues = [...steps.map(({ wip_quantity }) => waits(wip_quantity)), waits(flow.finished_quantity)]
  const store_seconds = waits(flow.store_quantity)
  const process_seconds = sum(steps.flatMap(({ cycle_seconds }) => cycle_seconds ?? []))
  const known = queues.every(queue => queue !== null)
  const waiting = queues.reduce<number>((all, queue) => all + (queue ?? 0), store_seconds ?? 0)
  const lead_seconds = known ? waiting + Number(roundHalfUp(process_seconds, 0)) : null
  const paces = steps.map(paceOf)
  const told = paces.filter(pace => pace !== null)
  const slowest = told.reduce<Quantity>((most, pace) => (Number(pace) > Number(most) ? pace : most), '0')
  return {
    queues,
    store_seconds,
    process_seconds,
    lead_seconds,
    value_added_rate:
      lead_seconds === null || lead_seconds === 0
        ? null
        : roundHalfUp(convert(hundred, process_seconds, add(String(waiting), process_seconds)), secondDecimals),
    takt_seconds:
      isPositive(flow.wanted_quantity) && flow.open_seconds > 0
        ? roundHalfUp(convert('1', String(flow.open_seconds), flow.wanted_quantity), secondDecimals)
        : null,
    paces,
    balance_rate:
      told.length === 0 || isZero(slowest)
        ? null
        : roundHalfUp(convert(hundred, sum(told), multiply(slowest, String(told.length))), tenth),
    bottleneck: isZero(slowest) ? null : (steps[paces.indexOf(slowest)]?.sequence ?? null),
  }
}
function paceOf({ cycle_seconds, machine_count, uptime_rate }: StreamStep): Quantity | null {
  if (cycle_seconds === null) return null
  const uptime = uptime_rate !== null && isPositive(uptime_rate) ? uptime_rate : hundred
  return roundHalfUp(
    convert(cycle_seconds, hundred, multiply(uptime, String(Math.max(1, machine_count)))),
    secondDecimals,
  )
}
