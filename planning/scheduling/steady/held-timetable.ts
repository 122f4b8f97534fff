/** The same tasks on the same machines in the same order: those that stood no earlier than they did, all others as early as they can be. */

import { Timetable } from '../place/timetable.ts'
import type { Model } from '../problem/model.ts'
import { operationsInOrder } from '../problem/operations-in-order.ts'
import type { Stood } from '../repair/repair-cost.ts'

export class HeldTimetable extends Timetable {
  private constructor(model: Model, wanted: Float64Array) {
    super(model)
    this.wanted = wanted
  }

  static of(from: Timetable, stood: Stood): Timetable {
    const { model } = from
    const wanted = Float64Array.from(stood.start, (start, i) =>
      stood.machine[i]! >= 0 &&
      from.isPlaced(i) &&
      model.laneMachine[from.lane[i]!] === stood.machine[i] &&
      from.start[i]! >= start
        ? start
        : 0,
    )
    const timetable = new HeldTimetable(model, wanted)
    timetable.copyCharges(from)
    for (const operation of operationsInOrder(from)) {
      const alternative = from.alternative[operation]!
      const lane = from.lane[operation]!
      if (!timetable.find(operation, alternative, lane)) return from
      timetable.place(operation, alternative, lane)
    }
    return timetable
  }
}
