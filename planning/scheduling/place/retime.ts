/**
 * The same tasks on the same machines in the same order, each as early as every rule allows. Nothing gets later than it was,
 * save in rare cases where a task is set up, with people, while what it waits for has not begun: compare before you take it.
 */
import { operationsInOrder } from '../problem/operations-in-order.ts'
import { Timetable } from './timetable.ts'

export function retime(from: Timetable): Timetable {
  const { model } = from
  const timetable = new Timetable(model)
  timetable.copyCharges(from)
  for (const operation of operationsInOrder(from)) {
    const alternative = from.alternative[operation]!
    const lane = from.lane[operation]!
    if (!timetable.find(operation, alternative, lane)) return from
    timetable.place(operation, alternative, lane)
  }
  return timetable
}
