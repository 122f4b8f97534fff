/**
 * The same tasks on the same machines in the same order, each as early as every rule allows. Taken in order of start, so
 * nothing gets later than it was - save where people are shared between tasks with set-ups, and there it may not fit any
 * more: then the plan stays as it is.
 */
import { operationsByStart } from './repair.ts'
import { Timetable } from './timetable.ts'

export function retime(from: Timetable): Timetable {
  const { model } = from
  const timetable = new Timetable(model)
  timetable.copyCharges(from)
  for (const operation of operationsByStart(from)) {
    const alternative = from.alternative[operation]!
    const lane = from.lane[operation]!
    if (!timetable.find(operation, alternative, lane)) return from
    timetable.place(operation, alternative, lane)
  }
  return timetable
}
