/**
 * A plan in which nobody is pushed: tasks are taken out and set down where others leave room, and all that is not asked about
 * stays where it stands. What was done is undone whole.
 */
import { finishAfter, startAt, wallWithin, workedAt } from '../../calendar/working-time.ts'
import { Timetable } from '../place/timetable.ts'
import { loadOn, suits } from '../problem/charge.ts'

/** A place where an operation can be set down: behind `previous` on a lane, or in the charge that `charge` leads. */
export interface Room {
  readonly alternative: number
  readonly lane: number
  readonly previous: number
  readonly charge: number
  readonly start: number
  readonly end: number
}

export class RoomPlan extends Timetable {
  /** Neighbours on the lane, those that are fixed among them; -1 at the ends. */
  readonly before: Int32Array
  readonly after: Int32Array
  private readonly front: Int32Array
  /** Places that were looked at, ever: the measure of work. */
  work = 0
  private undo: (() => void)[] = []
  /** Tasks with another neighbour before them, whose set-up may be another one. */
  private readonly beside = new Set<number>()
  private readonly hasFamilies: boolean
  private readonly hasMoulds: boolean

  constructor(from: Timetable) {
    super(from.model)
    const { model } = this
    this.copyFrom(from)
    this.holdAnew()
    this.wanted = new Float64Array(model.operationCount)
    this.hasFamilies = model.family.some(family => family >= 0)
    this.hasMoulds = model.mould.some(mould => mould >= 0)
    this.before = new Int32Array(model.operationCount).fill(-1)
    this.after = new Int32Array(model.operationCount).fill(-1)
    this.front = new Int32Array(model.laneMachine.length).fill(-1)
    const heads = Array.from(this.head.keys()).filter(i => this.isPlaced(i) && this.head[i] === i)
    heads.sort((a, b) => this.setupStart[a]! - this.setupStart[b]! || this.start[a]! - this.start[b]! || a - b)
    const last = new Int32Array(model.laneMachine.length).fill(-1)
    for (const i of heads) {
      const lane = this.lane[i]!
      const previous = last[lane]!
      if (previous < 0) this.front[lane] = i
      else this.after[previous] = i
      this.before[i] = previous
      last[lane] = i
    }
  }

  /** When what an operation waits for is there, as far as can be told without its machine. */
  readyAt(i: number): number {
    const { model } = this
    let ready = Math.max(model.problem.now, model.notBefore[i]!, model.kitAt[i]!)
    for (let k = model.predFirst[i]!; k < model.predFirst[i + 1]!; k++) {
      if (this.lane[model.predOp[k]!]! < 0) continue
      const at = model.predShare[k] === 1 ? this.end[model.predOp[k]!]! + model.predWait[k]! : this.firstHandOver(k)
      if (at > ready) ready = at
    }
    return ready
  }

  /** Whether a placed operation may run when it does, as far as others hand over to it. */
  isInTime(i: number): boolean {
    const { model } = this
    const head = this.head[i]!
    const alternative = this.alternative[i]!
    const table = model.tables[model.altTable[this.alternative[head]!]!]!
    const at = workedAt(table, this.start[i]!)
    for (let k = model.predFirst[i]!; k < model.predFirst[i + 1]!; k++)
      if (this.readyAfter(k, alternative) > at) return false
    return true
  }

  /** The first room on a lane from an instant on; null: none, or none that ends before `until`. */
  roomOn(i: number, alternative: number, lane: number, ready: number, until: number): Room | null {
    const run = this.model.altRun[alternative]!
    this.work++
    let from = ready
    let previous = -1
    let next = this.front[lane]!
    for (; next >= 0 && this.end[next]! <= from; next = this.after[next]!) previous = next
    for (;;) {
      const free = previous >= 0 ? Math.max(from, this.end[previous]!) : from
      if (free + run >= until) return null
      const closes = next >= 0 ? this.setupStart[next]! : Number.POSITIVE_INFINITY
      if (closes - free >= run) {
        const room = this.roomBehind(i, alternative, lane, previous)
        if (room) return room.end < until ? room : null
        // People who are busy until then are so for later rooms, too.
        if (this.foundSetupStart > from) from = this.foundSetupStart
      }
      if (next < 0) return null
      previous = next
      next = this.after[next]!
      while (next >= 0 && this.setupStart[next]! <= from) {
        previous = next
        next = this.after[next]!
      }
    }
  }

  /** Where an operation runs between one of a lane and the next; null: not at all. */
  roomBehind(i: number, alternative: number, lane: number, previous: number): Room | null {
    this.work++
    this.stepBehind(lane, previous)
    this.foundSetupStart = 0
    if (!this.find(i, alternative, lane)) return null
    const next = previous >= 0 ? this.after[previous]! : this.front[lane]!
    if (next >= 0 && this.foundEnd > this.latestEndBefore(next, i, lane)) return null
    return { alternative, lane, previous, charge: -1, start: this.foundStart, end: this.foundEnd }
  }

  /** Exactly where an operation stood once; null: it is not free. */
  roomAt(i: number, alternative: number, lane: number, start: number): Room | null {
    let previous = -1
    for (let next = this.front[lane]!; next >= 0 && this.start[next]! < start; next = this.after[next]!) previous = next
    const wanted = this.wanted!
    wanted[i] = start
    const room = this.roomBehind(i, alternative, lane, previous)
    wanted[i] = 0
    return room && room.start === start ? room : null
  }

  /** The charge in which an operation stood once; null: it is not there, or full. */
  chargeAt(i: number, alternative: number, lane: number, start: number): Room | null {
    for (let at = this.front[lane]!; at >= 0 && this.start[at]! <= start; at = this.after[at]!)
      if (this.start[at] === start && this.beyondLoad(i, alternative, at) <= 0)
        return { alternative, lane, previous: -1, charge: at, start, end: this.end[at]! }
    return null
  }

  /** The first charge on a furnace that an operation can join; `frees` says how much of it others would leave to it. */
  chargeOn(i: number, alternative: number, lane: number, ready: number, frees: (head: number) => number): Room | null {
    const { model } = this
    const machine = model.laneMachine[lane]!
    const most = model.machineCharge[machine]! - model.altLoad[alternative]!
    for (let at = this.front[lane]!; at >= 0; at = this.after[at]!) {
      if (this.start[at]! < ready || model.isFixed[at] === 1) continue
      this.work++
      if (!suits(model, alternative, this.alternative[at]!) || !this.isReadyAt(i, at)) continue
      if (loadOn(model, this.nextMember, at, machine) - frees(at) > most) continue
      return { alternative, lane, previous: -1, charge: at, start: this.start[at]!, end: this.end[at]! }
    }
    return null
  }

  /** By how much a charge would be more than its furnace holds if an operation joined it; infinite where it cannot. */
  beyondLoad(i: number, alternative: number, head: number): number {
    const { model } = this
    const machine = model.laneMachine[this.lane[head]!]!
    if (head === i || !suits(model, alternative, this.alternative[head]!) || !this.isReadyAt(i, head))
      return Number.POSITIVE_INFINITY
    let load = model.altLoad[alternative]!
    for (let m = head; m >= 0; m = this.nextMember[m]!) load += m === i ? 0 : model.altLoad[this.alternative[m]!]!
    return load - model.machineCharge[machine]!
  }

  /** When a run with its set-up would end that begins at an instant, whoever stands there. */
  endFrom(alternative: number, from: number): number {
    const { model } = this
    const seconds = model.altSetup[alternative]! + model.altRun[alternative]!
    return finishAfter(model.tables[model.altTable[alternative]!]!, from, seconds)
  }

  /** The first of a lane that ends after an instant, -1: none. */
  firstAfter(lane: number, instant: number): number {
    this.work++
    let at = this.front[lane]!
    while (at >= 0 && this.end[at]! <= instant) at = this.after[at]!
    return at
  }

  /** Off its lane or out of its charge. False: it leads a charge in which nobody can take its place. */
  takeOut(i: number): boolean {
    const head = this.head[i]!
    if (head !== i) this.leave(i, head)
    else if (this.nextMember[i]! >= 0) {
      if (!this.giveLead(i)) return false
      this.leave(i, this.head[i]!)
    } else this.unlink(i)
    return true
  }

  private leave(i: number, head: number): void {
    let previous = head
    while (this.nextMember[previous] !== i) previous = this.nextMember[previous]!
    const [next, lane] = [this.nextMember[i]!, this.lane[i]!]
    this.nextMember[previous] = next
    this.nextMember[i] = -1
    this.head[i] = i
    this.lane[i] = -1
    this.undo.push(() => {
      this.nextMember[previous] = i
      this.nextMember[i] = next
      this.head[i] = head
      this.lane[i] = lane
    })
    this.rememberTimes(i)
  }

  /** Another member that runs just as long leads the charge at the times that it has. */
  private giveLead(i: number): boolean {
    const { model, alternative, nextMember } = this
    const way = alternative[i]!
    const members: number[] = []
    for (let m = nextMember[i]!; m >= 0; m = nextMember[m]!) members.push(m)
    const isLike = (m: number) =>
      model.altRun[alternative[m]!] === model.altRun[way] &&
      members.every(one => one === m || suits(model, alternative[one]!, alternative[m]!)) &&
      suits(model, way, alternative[m]!)
    const leader = members.find(isLike)
    if (leader === undefined || model.altSetup[alternative[leader]!] !== model.altSetup[way]) return false
    this.release(i)
    const lead = (from: number, to: number, rest: readonly number[]) => {
      const all = [to, ...rest.filter(m => m !== to)]
      all.forEach((m, k) => {
        this.head[m] = to
        this.nextMember[m] = all[k + 1] ?? -1
      })
      this.setupSeconds[to] = this.setupSeconds[from]!
      this.setupSeconds[from] = 0
      this.before[to] = this.before[from]!
      this.after[to] = this.after[from]!
      const lane = this.lane[to]!
      if (this.before[to]! >= 0) this.after[this.before[to]!] = to
      else this.front[lane] = to
      if (this.after[to]! >= 0) this.before[this.after[to]!] = to
    }
    lead(i, leader, [i, ...members])
    this.hold(leader)
    this.undo.push(() => {
      this.release(leader)
      lead(leader, i, [i, ...members])
      this.hold(i)
    })
    return true
  }

  private unlink(i: number): void {
    const [lane, previous] = [this.lane[i]!, this.before[i]!]
    this.release(i)
    this.takeOff(i)
    this.undo.push(() => {
      this.lane[i] = lane
      this.putBehind(i, previous)
      this.hold(i)
    })
    this.rememberTimes(i)
  }

  private takeOff(i: number): void {
    const [previous, next] = [this.before[i]!, this.after[i]!]
    if (previous >= 0) this.after[previous] = next
    else this.front[this.lane[i]!] = next
    if (next >= 0) {
      this.before[next] = previous
      this.beside.add(next)
    }
    this.lane[i] = -1
  }
  private putBehind(i: number, previous: number): void {
    const next = previous >= 0 ? this.after[previous]! : this.front[this.lane[i]!]!
    this.before[i] = previous
    this.after[i] = next
    if (previous >= 0) this.after[previous] = i
    else this.front[this.lane[i]!] = i
    if (next >= 0) {
      this.before[next] = i
      this.beside.add(next)
    }
  }

  private rememberTimes(i: number): void {
    const { alternative, setupStart, start, end, setupSeconds, reason, behind } = this
    const [way, setup, from, to, seconds] = [alternative[i]!, setupStart[i]!, start[i]!, end[i]!, setupSeconds[i]!]
    const [because, whom] = [reason[i]!, behind[i]!]
    this.undo.push(() => {
      alternative[i] = way
      setupStart[i] = setup
      start[i] = from
      end[i] = to
      setupSeconds[i] = seconds
      reason[i] = because
      behind[i] = whom
    })
  }

  setDown(i: number, room: Room): void {
    if (room.charge >= 0) {
      this.join(i, room.charge)
      this.undo.push(() => {
        this.nextMember[room.charge] = this.nextMember[i]!
        this.nextMember[i] = -1
        this.head[i] = i
        this.lane[i] = -1
      })
      return
    }
    this.stepBehind(room.lane, room.previous)
    const wanted = this.wanted!
    wanted[i] = room.start
    this.find(i, room.alternative, room.lane)
    wanted[i] = 0
    this.place(i, room.alternative, room.lane)
    this.putBehind(i, room.previous)
    this.undo.push(() => {
      this.release(i)
      this.takeOff(i)
    })
  }

  /** Whether each that has another before it now can be set up for its start. */
  settleSetups(): boolean {
    const { model } = this
    for (const i of this.beside) {
      if (this.lane[i]! < 0 || this.head[i] !== i) continue
      const lane = this.lane[i]!
      const machine = model.laneMachine[lane]!
      // What it leaves on the machine may be what stood there before it.
      if ((model.family[i]! < 0 || model.mould[i]! < 0) && this.after[i]! >= 0 && (this.hasFamilies || this.hasMoulds))
        this.beside.add(this.after[i]!)
      if (model.isFixed[i] === 1) continue
      this.stepBehind(lane, this.before[i]!)
      const setup = this.setupAfter(this.alternative[i]!, machine, this.laneFamily[lane]!, this.laneMould[lane]!, i)
      if (setup !== this.setupSeconds[i] && !this.setUp(i, setup)) return false
    }
    this.beside.clear()
    return true
  }

  private setUp(i: number, seconds: number): boolean {
    const { model } = this
    const table = model.tables[model.altTable[this.alternative[i]!]!]!
    const at = workedAt(table, this.start[i]!)
    const from = seconds > 0 ? startAt(table, at - seconds) : this.start[i]!
    const previous = this.before[i]!
    const isFree = from >= (previous >= 0 ? this.end[previous]! : model.problem.now) && at >= seconds
    if (!isFree || wallWithin(table, at - seconds, at + model.altRun[this.alternative[i]!]!) >= 0) return false
    for (let m = i; m >= 0; m = this.nextMember[m]!) if (model.notBefore[m]! > from) return false
    this.release(i)
    if (!this.canHold(i, from, this.end[i]!)) {
      this.hold(i)
      return false
    }
    const [start, length] = [this.setupStart[i]!, this.setupSeconds[i]!]
    const set = (to: number, setup: number) => {
      for (let m = i; m >= 0; m = this.nextMember[m]!) this.setupStart[m] = to
      this.setupSeconds[i] = setup
    }
    set(from, seconds)
    this.hold(i)
    this.undo.push(() => {
      this.release(i)
      set(start, length)
      this.hold(i)
    })
    return true
  }

  private canHold(i: number, from: number, to: number): boolean {
    const { model } = this
    for (let k = model.holdFirst[i]!; k < model.holdFirst[i + 1]!; k++)
      if (this.resources[model.holdResource[k]!]!.overloadEnd(from, to, model.holdAmount[k]!) >= 0) return false
    return true
  }

  /** Of what has been done since it was kept last nothing stays. */
  takeBack(): void {
    this.takeBackTo(0)
    this.beside.clear()
  }
  keep(): void {
    this.undo.length = 0
  }
  /** To come back to. */
  mark(): number {
    return this.undo.length
  }
  takeBackTo(mark: number): void {
    while (this.undo.length > mark) this.undo.pop()!()
  }

  /** The lane as it is when one of it has ended; what is fixed stands in the chain like all else. */
  private stepBehind(lane: number, previous: number): void {
    const { model } = this
    const machine = model.laneMachine[lane]!
    this.laneLast[lane] = previous
    this.laneFree[lane] = previous >= 0 ? Math.max(this.end[previous]!, model.problem.now) : model.problem.now
    this.laneNextFixed[lane] = model.laneFixedFirst[lane + 1]!
    let [family, mould] = [-1, -1]
    if (this.hasFamilies || this.hasMoulds)
      for (let at = previous; at >= 0; at = this.before[at]!) {
        if (family < 0) family = model.family[at]!
        if (mould < 0) mould = model.mould[at]!
        if ((family >= 0 || !this.hasFamilies) && (mould >= 0 || !this.hasMoulds)) break
      }
    this.laneFamily[lane] = family >= 0 ? family : model.machineFamily[machine]!
    this.laneMould[lane] = mould >= 0 ? mould : model.machineMould[machine]!
  }

  /** When one that comes before another has to end, so that that one can be set up for it. */
  private latestEndBefore(next: number, i: number, lane: number): number {
    const { model } = this
    if (model.isFixed[next] === 1) return this.setupStart[next]!
    const family = model.family[i]! >= 0 ? model.family[i]! : this.laneFamily[lane]!
    const mould = model.mould[i]! >= 0 ? model.mould[i]! : this.laneMould[lane]!
    const way = this.alternative[next]!
    const setup = this.setupAfter(way, model.laneMachine[lane]!, family, mould, next)
    if (setup === this.setupSeconds[next]) return this.setupStart[next]!
    const table = model.tables[model.altTable[way]!]!
    return setup > 0 ? startAt(table, workedAt(table, this.start[next]!) - setup) : this.start[next]!
  }
}
