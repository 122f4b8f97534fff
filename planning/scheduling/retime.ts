/**
 * The same tasks on the same machines in the same order, each as early as every rule allows. Taken in order of start, so
 * nothing gets later than it was - save where people are shared between tasks with set-ups, and there it may not fit any
 * more: then the plan stays as it is.
 */
import { Timetable } from './timetable.ts'

export function retime(from: Timetable): Timetable {
  const { model } = from
  const { operationCount, topological, isFixed } = model
  const place = new Int32Array(operationCount)
  for (let i = 0; i < topological.length; i++) place[topological[i]!] = i
  const order: number[] = []
  for (let i = 0; i < operationCount; i++) if (!isFixed[i] && from.isPlaced(i)) order.push(i)
  order.sort((a, b) => from.start[a]! - from.start[b]! || place[a]! - place[b]!)
  const timetable = new Timetable(model)
  for (const operation of order) {
    const alternative = from.alternative[operation]!
    const lane = from.lane[operation]!
    if (!timetable.find(operation, alternative, lane)) return from
    timetable.place(operation, alternative, lane)
  }
  return timetable
}
