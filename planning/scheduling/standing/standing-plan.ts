/**
 * A plan as it stands - out of the engine, or changed by hand since - read back into numbers, at the times it has. It can say
 * of every task what keeps it from starting earlier; what it says follows from the times alone, not from what was noted when
 * the plan was made.
 */
import type { Instant } from '@qitao/core/time.ts'
import { startAt, workedAt } from '../../calendar/working-time.ts'
import type { Task } from '../place/plan.ts'
import { Timetable, why } from '../place/timetable.ts'
import { alternativeOn } from '../problem/charge.ts'
import type { Model } from '../problem/model.ts'
import { layLanes, type StandingTimes } from './standing-lanes.ts'

export type StandingTask = Pick<Task, 'operation' | 'machine' | 'setupStart' | 'start' | 'end' | 'charge'>

/** Why a task starts when it does. */
export interface Binding {
  /** One of `why` without calendar and wall; `ref` is the operation (for a kit: that needs it) or resource, -1 if none. */
  readonly why: number
  readonly ref: number
  /** When the set-up could have begun, or the run where the set-up does not decide. */
  readonly freeAt: Instant
  /** The earliest start every rule allows; later than `freeAt` plus the set-up when the machine is closed or frozen. */
  readonly earliest: Instant
}

export class StandingPlan extends Timetable {
  /** Task before it on the lane, fixed or not, -1: none. Members of a charge ask their head. */
  private readonly previous: Int32Array
  /** Last task before it on the lane that is not fixed, and what stands on the machine after that one. */
  private readonly movableBefore: Int32Array
  private readonly familyBefore: Int32Array
  private readonly mouldBefore: Int32Array
  private readonly fixedBefore: Int32Array
  private readonly known: (Binding | undefined)[] = []

  /** Tasks of unknown operations or machines are left out; operations without a task are not placed. */
  constructor(model: Model, tasks: readonly StandingTask[]) {
    const known = timesOf(model, tasks)
    const lanes = layLanes(model, known)
    super(model)
    const n = model.operationCount
    this.previous = new Int32Array(n).fill(-1)
    this.movableBefore = new Int32Array(n).fill(-1)
    this.familyBefore = new Int32Array(n)
    this.mouldBefore = new Int32Array(n)
    this.fixedBefore = new Int32Array(n)
    this.take(tasks, known, lanes)
    const rows: number[][] = Array.from(model.laneMachine, () => [])
    for (let i = 0; i < n; i++) if (this.lane[i]! >= 0 && this.head[i] === i) rows[this.lane[i]!]!.push(i)
    for (const [lane, row] of rows.entries()) this.order(lane, row)
  }

  private take(tasks: readonly StandingTask[], known: readonly StandingTimes[], lanes: Int32Array): void {
    const heads = new Map<string, number>()
    const byOperation = new Map(tasks.map(task => [task.operation, task]))
    for (const { operation: i, machine, setupStart, end } of known) {
      const { start, charge: of } = byOperation.get(this.model.problem.operations[i]!.id)!
      this.alternative[i] = alternativeOn(this.model, i, machine)
      this.setupStart[i] = setupStart
      this.start[i] = start
      this.end[i] = end
      this.setupSeconds[i] = workedAt(this.tableOf(i), start) - workedAt(this.tableOf(i), setupStart)
      const charge = of === undefined ? undefined : `${machine} ${of}`
      const head = charge === undefined ? undefined : heads.get(charge)
      if (head !== undefined) {
        this.join(i, head)
        continue
      }
      this.lane[i] = lanes[i]!
      if (charge !== undefined) heads.set(charge, i)
      if (this.holdsAnything) this.hold(i)
    }
    this.leadByLongest()
  }

  /** The charge is led by the member that the others can follow: the longest run, then the longest set-up. */
  private leadByLongest(): void {
    const { model, head, nextMember } = this
    for (let i = 0; i < model.operationCount; i++) {
      if (head[i] !== i || nextMember[i]! < 0) continue
      const members: number[] = []
      for (let m = i; m >= 0; m = nextMember[m]!) members.push(m)
      const run = (m: number) => model.altRun[this.alternative[m]!]!
      const setup = (m: number) => model.altSetup[this.alternative[m]!]!
      const heads = (m: number) => {
        let people = 0
        for (let k = model.holdFirst[m]!; k < model.holdFirst[m + 1]!; k++) people += model.holdAmount[k]!
        return people
      }
      members.sort(
        (a, b) =>
          run(b) - run(a) ||
          setup(b) - setup(a) ||
          heads(b) - heads(a) ||
          model.mayPause[a]! - model.mayPause[b]! ||
          model.mould[b]! - model.mould[a]! ||
          a - b,
      )
      const leader = members[0]!
      if (leader === i) continue
      if (this.holdsAnything) this.release(i)
      this.setupSeconds[leader] = this.setupSeconds[i]!
      this.setupSeconds[i] = 0
      members.forEach((m, k) => {
        head[m] = leader
        nextMember[m] = members[k + 1] ?? -1
      })
      if (this.holdsAnything) this.hold(leader)
    }
  }

  private order(lane: number, row: number[]): void {
    const { model } = this
    row.sort((a, b) => this.start[a]! - this.start[b]! || a - b)
    const machine = model.laneMachine[lane]!
    let family = model.machineFamily[machine]!
    let mould = model.machineMould[machine]!
    let movable = -1
    let familyAfter = family
    let mouldAfter = mould
    let fixedAfter = model.laneFixedFirst[lane]!
    let passed = fixedAfter
    row.forEach((i, k) => {
      this.previous[i] = k > 0 ? row[k - 1]! : -1
      this.movableBefore[i] = movable
      this.familyBefore[i] = familyAfter
      this.mouldBefore[i] = mouldAfter
      this.fixedBefore[i] = fixedAfter
      if (model.family[i]! >= 0) family = model.family[i]!
      if (model.mould[i]! >= 0) mould = model.mould[i]!
      if (model.isFixed[i] === 1) passed++
      else {
        movable = i
        familyAfter = family
        mouldAfter = mould
        fixedAfter = passed
      }
    })
  }

  private tableOf(i: number) {
    return this.model.tables[this.model.altTable[this.alternative[i]!]!]!
  }

  /** Why a placed operation that is not fixed starts when it does. */
  bindingOf(operation: number): Binding {
    const i = this.head[operation]!
    const known = this.known[i]
    if (known) return known
    const { model } = this
    const lane = this.lane[i]!
    const before = this.movableBefore[i]!
    this.laneLast[lane] = before
    this.laneFree[lane] = before >= 0 ? this.end[before]! : model.problem.now
    this.laneFamily[lane] = this.familyBefore[i]!
    this.laneMould[lane] = this.mouldBefore[i]!
    this.laneNextFixed[lane] = this.fixedBefore[i]!
    if (this.holdsAnything) this.release(i)
    const found = this.find(i, this.alternative[i]!, lane)
    if (this.holdsAnything) this.hold(i)
    const earliest = found ? this.foundStart : this.start[i]!
    // A closed machine is no reason of its own: what it waited for before is.
    const reached = this.foundWhy === why.resource && found ? { why: why.resource, ref: this.foundRef } : null
    const bound = this.boundOf(i, found ? this.foundSetup : this.setupSeconds[i]!)
    const binding: Binding = reached
      ? { ...reached, freeAt: found ? this.foundSetupStart : this.setupStart[i]!, earliest }
      : { ...bound, earliest }
    this.known[i] = binding
    return binding
  }

  /** The latest of what it waits for, calendars aside. */
  private boundOf(i: number, setup: number): Omit<Binding, 'earliest'> {
    const { model } = this
    const table = this.tableOf(i)
    let bound = { why: why.now as number, ref: -1, freeAt: model.problem.now as Instant }
    let at = workedAt(table, model.problem.now) + setup
    const consider = (position: number, because: number, ref: number, freeAt: Instant) => {
      if (position <= at) return
      at = position
      bound = { why: because, ref, freeAt }
    }
    const previous = this.previous[i]!
    if (previous >= 0) consider(workedAt(table, this.end[previous]!) + setup, why.lane, previous, this.end[previous]!)
    for (let member = i; member >= 0; member = this.nextMember[member]!) {
      const from = model.notBefore[member]!
      consider(workedAt(table, from) + setup, why.notBefore, -1, from)
      const kit = model.kitAt[member]!
      if (kit > 0) consider(workedAt(table, kit), why.kit, member, kit)
      for (let k = model.predFirst[member]!; k < model.predFirst[member + 1]!; k++) {
        const ready = this.readyAfter(k, this.alternative[i]!)
        const first = model.predOp[k]!
        const freeAt = model.predShare[k] === 1 ? this.end[first]! + model.predWait[k]! : startAt(table, ready)
        consider(ready, why.predecessor, first, freeAt)
      }
    }
    return bound
  }

  /** The task that holds a resource and gives it back last before an instant; -1 when there is none. */
  holderBefore(resource: number, instant: Instant): number {
    const { model } = this
    let last = -1
    for (let i = 0; i < model.operationCount; i++) {
      if (this.lane[i]! < 0 || this.head[i] !== i || this.end[i]! > instant) continue
      if (last >= 0 && this.end[i]! <= this.end[last]!) continue
      for (let k = model.holdFirst[i]!; k < model.holdFirst[i + 1]!; k++)
        if (model.holdResource[k] === resource) last = i
    }
    return last
  }
}

/** Tasks of free operations on machines that can do them, by their start. */
function timesOf(model: Model, tasks: readonly StandingTask[]): StandingTimes[] {
  const { operationNumber, machineNumber, isFixed } = model
  const known = tasks.flatMap(({ operation: id, machine: on, setupStart, end }) => {
    const operation = operationNumber.get(id)
    const machine = machineNumber.get(on)
    if (operation === undefined || machine === undefined || isFixed[operation] === 1) return []
    return alternativeOn(model, operation, machine) < 0 ? [] : [{ id, operation, machine, setupStart, end }]
  })
  return known.sort((a, b) => a.setupStart - b.setupStart || (a.id < b.id ? -1 : 1))
}
