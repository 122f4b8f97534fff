/** Charges of furnaces: which operations may run together. A charge has the times of its head, so the head must suit them all. */
import type { Model } from './model.ts'

/** The operation's alternative on a machine, -1 if it cannot run there. */
export function alternativeOn({ altFirst, altMachine }: Model, operation: number, machine: number): number {
  for (let k = altFirst[operation]!; k < altFirst[operation + 1]!; k++) if (altMachine[k] === machine) return k
  return -1
}

/** Whether one alternative may run in a charge that is led by another on the same furnace, load and times aside. */
export function suits(model: Model, alternative: number, head: number): boolean {
  const { altOperation, altRun, altSetup, altTable, altFamily, mayPause, mould } = model
  const operation = altOperation[alternative]!
  const leader = altOperation[head]!
  return (
    altFamily[alternative] === altFamily[head] &&
    altTable[alternative] === altTable[head] &&
    altRun[alternative]! <= altRun[head]! &&
    altSetup[alternative]! <= altSetup[head]! &&
    mayPause[operation]! >= mayPause[leader]! &&
    mould[operation] === -1 &&
    model.isFixed[operation] === 0 &&
    model.isFixed[leader] === 0 &&
    holdsNoMore(model, operation, leader)
  )
}

/** The people of the head do the whole charge. */
function holdsNoMore({ holdFirst, holdResource, holdAmount }: Model, operation: number, head: number): boolean {
  for (let k = holdFirst[operation]!; k < holdFirst[operation + 1]!; k++) {
    let there = 0
    for (let h = holdFirst[head]!; h < holdFirst[head + 1]!; h++) {
      if (holdResource[h] === holdResource[k]) there = Math.max(there, holdAmount[h]!)
    }
    if (there < holdAmount[k]!) return false
  }
  return true
}

/** Load of a charge on a machine; Infinity when one of its members cannot run there under this head. */
export function loadOn(model: Model, nextMember: Int32Array, head: number, machine: number): number {
  const leader = alternativeOn(model, head, machine)
  if (leader < 0) return Number.POSITIVE_INFINITY
  let load = model.altLoad[leader]!
  for (let member = nextMember[head]!; member >= 0; member = nextMember[member]!) {
    const alternative = alternativeOn(model, member, machine)
    if (alternative < 0 || !suits(model, alternative, leader)) return Number.POSITIVE_INFINITY
    load += model.altLoad[alternative]!
  }
  return load
}
