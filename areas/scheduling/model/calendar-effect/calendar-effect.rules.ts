import type { HandOutcome, OrderMoved } from '../hand/hand.rules.ts'

export interface LatenessChange {
  readonly order: string
  readonly finish: number
  readonly seconds_before: number
  readonly seconds: number
}
/** What the plan comes to once its faults are put right: orders that end at another time than they stand, and how many tasks moved. */
const putRight = ({ repair, orders, moved }: HandOutcome): { orders: readonly OrderMoved[]; moved: number } => {
  const chosen = repair?.choices.find(one => one.kind === repair.advised)
  return { orders: chosen?.orders ?? orders, moved: (chosen?.moved ?? moved).length }
}

/**
 * Orders whose lateness is another with a change than without it, the latest first. Both are put right first, so that what was wrong before
 * is not laid at the change's door.
 */
export function latenessBetween(
  without: HandOutcome,
  changed: HandOutcome,
): { orders: LatenessChange[]; moved: number } {
  const before = new Map(putRight(without).orders.map(one => [one.order, one]))
  const { orders, moved } = putRight(changed)
  const after = new Map(orders.map(one => [one.order, one]))
  const found = [...new Set([...before.keys(), ...after.keys()])].map((order): LatenessChange => {
    const [was, is] = [before.get(order), after.get(order)]
    // Who is told by one alone stands in the other as it stood before both.
    return {
      order,
      finish: (is ?? was)!.finish,
      seconds_before: was?.tardinessSeconds ?? is!.tardinessSecondsBefore,
      seconds: is?.tardinessSeconds ?? was!.tardinessSecondsBefore,
    }
  })
  return {
    orders: found
      .filter(one => one.seconds !== one.seconds_before)
      .toSorted((a, b) => b.seconds - a.seconds || b.seconds_before - a.seconds_before),
    moved: Math.max(0, moved - putRight(without).moved),
  }
}
