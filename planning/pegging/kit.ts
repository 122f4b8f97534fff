/** Kitting: when all the material of an order, and of each of its operations, is together, and what decides it. */
import type { Instant } from '@qitao/core/time.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { type Kitting, type MaterialStatusCode, materialStatus, type OrderKit } from '../netting/material-plan.ts'
import type { NettingState } from '../netting/netting-state.ts'
import type { KittedOrder } from '../netting/snapshot.ts'
import { compareText } from '../netting/tables.ts'

const never = Number.POSITIVE_INFINITY

/** Kits of orders one after the other; it keeps no state of an order but the list of its needs. */
export class Kits {
  private readonly state: NettingState
  private readonly list: number[] = []

  constructor(state: NettingState) {
    this.state = state
  }

  of(order: number): OrderKit {
    const { orders, needs, now } = this.state
    const row = orders.row[order]!
    const list = this.needsOf(order)
    let ready = 0
    let late = false
    for (const need of list) {
      if (this.isReady(need)) ready++
      else if (needs.expectedAt[need]! > needs.neededAt[need]!) late = true
    }
    const whole = this.kitting(list, 0, list.length)
    return {
      order: row.id,
      kitAt: whole.kitAt,
      expectedAt: whole.expectedAt,
      decidingMaterial: whole.decidingMaterial,
      materialStatus: statusOf(row, whole.kitAt, ready === list.length, late),
      kittingDays: daysUntil(whole.kitAt ?? whole.expectedAt, now),
      late,
      lines: list.length,
      linesReady: ready,
    }
  }

  private needsOf(order: number): number[] {
    const { orders, needs } = this.state
    this.list.length = 0
    for (let need = orders.firstNeed[order]!; need >= 0; need = needs.nextOfOrder[need]!) this.list.push(need)
    return this.list
  }

  /** Sorted by operation id; demands without an operation count for the order only. */
  ofOperations(order: number): ({ readonly operation: string } & Kitting)[] {
    const { row } = this.state.needs
    const nameOf = (need: number) => row[need]!.operation ?? ''
    const list = this.needsOf(order)
    list.sort((a, b) => compareText(nameOf(a), nameOf(b)))
    const operations: ({ readonly operation: string } & Kitting)[] = []
    for (let from = 0; from < list.length; ) {
      const operation = nameOf(list[from]!)
      let to = from + 1
      while (to < list.length && nameOf(list[to]!) === operation) to++
      if (operation !== '') {
        const { kitAt, expectedAt, decidingMaterial } = this.kitting(list, from, to)
        operations.push({ operation, kitAt, expectedAt, decidingMaterial })
      }
      from = to
    }
    return operations
  }

  private isReady(need: number): boolean {
    const { needs, pegs } = this.state
    if (needs.missing[need]! > 0) return false
    for (let link = pegs.first[need]!; link >= 0; link = pegs.next[link]!)
      if (!this.isInStock(pegs.target[link]!)) return false
    return true
  }
  private isInStock(supply: number): boolean {
    return this.state.supplies.here[supply] === 1
  }

  /** Of a part of the list. With a shortage only what is short decides: the rest comes anyway. */
  private kitting(list: readonly number[], from: number, to: number): Kitting {
    const { needs, supplies, pegs, now } = this.state
    let kitAt: Instant = now
    let expectedAt: Instant = now
    for (let i = from; i < to; i++) {
      kitAt = Math.max(kitAt, needs.kitAt[list[i]!]!)
      expectedAt = Math.max(expectedAt, needs.expectedAt[list[i]!]!)
    }
    let deciding: string | null = null
    let decidingAt = 0
    for (let i = from; i < to; i++) {
      const need = list[i]!
      if (needs.missing[need]! > 0) {
        const { id } = this.materialOf(needs.material[need]!)
        const at = needs.expectedAt[need]!
        if (deciding === null || at > decidingAt || (at === decidingAt && id < deciding)) {
          deciding = id
          decidingAt = at
        }
      } else if (kitAt !== never)
        for (let link = pegs.first[need]!; link >= 0; link = pegs.next[link]!) {
          const supply = pegs.target[link]!
          if (this.isInStock(supply)) continue
          const { id } = this.materialOf(supplies.material[supply]!)
          const at = supplies.date[supply]!
          if (deciding === null || at > decidingAt || (at === decidingAt && id < deciding)) {
            deciding = id
            decidingAt = at
          }
        }
    }
    return {
      kitAt: kitAt === never ? null : kitAt,
      expectedAt: expectedAt === never ? null : expectedAt,
      decidingMaterial: deciding,
    }
  }
  private materialOf(number: number) {
    return this.state.families.materials[number]!
  }
}

/** A locked order stays locked when its arrival slips: the lock is a person's choice, the lateness is told beside it. */
function statusOf(order: KittedOrder, kitAt: Instant | null, complete: boolean, late: boolean): MaterialStatusCode {
  if (kitAt === null) return materialStatus.toBePurchased
  if (complete) return order.locked ? materialStatus.locked : materialStatus.kittingComplete
  if (order.locked) return materialStatus.lockedInTransit
  return late ? materialStatus.preKittingDelay : materialStatus.inTransit
}

const daysUntil = (at: Instant | null, now: Instant): number =>
  at === null ? 0 : Math.max(0, Math.ceil((at - now) / daySeconds))
