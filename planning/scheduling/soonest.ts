/**
 * How soon a run may begin, as far as that is quickly seen: its working time is open, it fits before the next wall, and what
 * it holds is free. Many ask at one instant, so each answer is kept until the instant or what is held changes.
 */
import { startAt, wallWithin, workedAt } from '../calendar/working-time.ts'
import type { Model } from './model.ts'
import type { Timetable } from './timetable.ts'

export class Soonest {
  private readonly model: Model
  private readonly timetable: Timetable
  /** By table: the instant it was last asked for, when it is open from then on, the work up to its next wall, and behind that. */
  private readonly askedAt: Float64Array
  private readonly opensAt: Float64Array
  private readonly room: Float64Array
  private readonly behindWall: Float64Array
  /** By kind of what is held: an operation that holds it, the question last asked, and the answer. */
  private readonly holder: Int32Array
  private readonly heldAskedAt: Float64Array
  private readonly heldAskedIn: Float64Array
  private readonly heldFree: Float64Array

  constructor(model: Model, timetable: Timetable) {
    const { tables, holdKind, holdKinds } = model
    this.model = model
    this.timetable = timetable
    this.askedAt = new Float64Array(tables.length).fill(-1)
    this.opensAt = new Float64Array(tables.length)
    this.room = new Float64Array(tables.length)
    this.behindWall = new Float64Array(tables.length)
    this.holder = new Int32Array(holdKinds)
    for (let i = 0; i < holdKind.length; i++) if (holdKind[i]! >= 0) this.holder[holdKind[i]!] = i
    this.heldAskedAt = new Float64Array(holdKinds)
    this.heldAskedIn = new Float64Array(holdKinds).fill(-1)
    this.heldFree = new Float64Array(holdKinds)
  }

  /** An instant before which it cannot begin; `time` when it may. `kind`: of what it holds, -1: nothing. */
  notBefore(table: number, run: number, kind: number, time: number): number {
    if (this.askedAt[table] !== time) this.askTable(table, time)
    const opens = this.opensAt[table]!
    if (opens > time) return opens
    if (run > this.room[table]!) return this.behindWall[table]!
    if (kind < 0) return time
    if (this.heldAskedAt[kind] !== time || this.heldAskedIn[kind] !== this.timetable.holdChanges)
      this.askHeld(kind, time)
    return this.heldFree[kind]!
  }

  private askTable(table: number, time: number): void {
    const worked = this.model.tables[table]!
    const at = workedAt(worked, time)
    this.askedAt[table] = time
    this.opensAt[table] = startAt(worked, at)
    const wall = wallWithin(worked, at, Number.POSITIVE_INFINITY)
    this.room[table] = wall < 0 ? Number.POSITIVE_INFINITY : wall - at
    this.behindWall[table] = wall < 0 ? 0 : startAt(worked, wall)
  }

  private askHeld(kind: number, time: number): void {
    this.heldAskedAt[kind] = time
    this.heldAskedIn[kind] = this.timetable.holdChanges
    this.heldFree[kind] = this.timetable.heldUntil(this.holder[kind]!, time)
  }
}
