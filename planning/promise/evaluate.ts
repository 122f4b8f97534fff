/**
 * One way to fulfil a quantity: free supply that comes in by an instant, the rest made and bought. Two passes: quantities from
 * the top down, times from the bottom up, each operation in the earliest gap of the plan.
 *
 * More supply never makes it later: needs only shrink, kits only come earlier, and operations of one promise never race for a
 * gap, because one that may meet another on a machine (or for the same people) waits for its end. What is lost by that is won
 * back by trying several ways (`Spread`) that do not depend on supply either.
 */
import type { Instant } from '@qitao/core/time.ts'
import { timesUp } from '../bom/bom.ts'
import { roundLot } from '../netting/replenish.ts'
import { shortestTaskSeconds } from '../scheduling/problem/problem.ts'
import type { Impossible } from './answer.ts'
import type { Capacity, Place } from './capacity.ts'
import { type FreeSupply, takeFree } from './free-supply.ts'
import type { Step, Structure } from './structure.ts'

/** `any`: each step on the machine where it ends first. `one`: step by step on the machines in turn, side by side. */
export type Spread = 'any' | 'one'

export interface Choice {
  /** Supply of the product itself that comes in by then is used. */
  readonly productBy: Instant
  /** The same for made materials below it. Bought ones are waited for as long as buying anew would take. */
  readonly partsBy: Instant
  readonly spread: Spread
}

/** Steps of supply taken, by number; `part` is the material it is used as. */
export interface Taking {
  readonly supply: number
  readonly quantity: number
  readonly part: number
}
export interface Outcome {
  readonly at: Instant
  readonly choice: Choice
  readonly takings: readonly Taking[]
  /** Of the product, from supply. */
  readonly fromSupply: number
  /** By part: what is made (lots) or bought (lots), when it is there, and what decides that. */
  readonly lots: Float64Array
  /** By part: what is needed of that; the rest is the lot's. */
  readonly short: Float64Array
  readonly there: Float64Array
  readonly lastSupply: Int32Array
  /** By step; places only of what is made. */
  readonly places: readonly (Place & { readonly machine: number; readonly ready: Instant })[]
}
export type Evaluation = Outcome | { readonly impossible: Impossible }

export function evaluate(
  { parts, steps }: Structure,
  supply: FreeSupply,
  capacity: Capacity,
  quantity: number,
  choice: Choice,
): Evaluation {
  const { now } = supply
  const left = supply.left.slice()
  const count = parts.length
  const needs = new Float64Array(count)
  const lots = new Float64Array(count)
  const short = new Float64Array(count)
  const there = new Float64Array(count).fill(now)
  const lastSupply = new Int32Array(count).fill(-1)
  /** When the supply is there that covers lines with substitutes, by part and component. */
  const lines: Float64Array[] = parts.map(part => new Float64Array(part.components.length).fill(now))
  const takings: Taking[] = []
  let fromSupply = 0
  needs[0] = quantity

  const cutOf = (part: number): Instant => {
    const { recipe, material } = parts[part]!
    if (part === 0) return recipe ? choice.productBy : now + material.leadTimeSeconds
    return recipe ? choice.partsBy : now + material.leadTimeSeconds
  }
  for (let p = 0; p < count; p++) {
    if (needs[p] === 0) continue
    const part = parts[p]!
    const cut = cutOf(p)
    const missing = takeFree(supply, left, part.material.id, needs[p]!, cut, (i, covered, used) => {
      takings.push({ supply: i, quantity: used, part: p })
      if (p === 0) fromSupply += covered
      if (supply.arrives[i]! > now && supply.arrives[i]! >= there[p]!) {
        there[p] = supply.arrives[i]!
        lastSupply[p] = i
      }
    })
    if (missing === 0) continue
    if (part.material.kind === 'made' && !part.recipe)
      return { impossible: { cause: 'no_recipe', material: part.material.id, operation: null } }
    short[p] = missing
    lots[p] = roundLot(missing, part.material)
    // What is made for the rest comes with what is waited for, not before.
    if (part.recipe) there[p] = cut
    part.components.forEach((component, place) => {
      let need = timesUp(lots[p]!, component.ratio)
      if (component.substitutes && component.substitutes.length > 0) {
        const by = cutOf(component.part)
        const options = [undefined, ...component.substitutes]
        for (const substitute of options) {
          if (need === 0) break
          const id = substitute ? substitute.material : component.material
          need = takeFree(
            supply,
            left,
            id,
            need,
            by,
            (i, _, used) => {
              takings.push({ supply: i, quantity: used, part: component.part })
              lines[p]![place] = Math.max(lines[p]![place]!, supply.arrives[i]!)
              if (supply.arrives[i]! > now) lastSupply[component.part] = i
            },
            substitute,
          )
        }
      }
      needs[component.part]! += need
    })
  }

  const places: (Place & { machine: number; ready: Instant })[] = steps.map(() => ({
    ...{ lane: -1, setupStart: 0, start: 0, end: 0, setupSeconds: 0, machine: -1, ready: 0 },
  }))
  const place: Place = { lane: -1, setupStart: 0, start: 0, end: 0, setupSeconds: 0 }
  const chosen = steps.map((step, s) => waysFor(step, s, choice.spread))
  for (let p = count - 1; p >= 0; p--) {
    const part = parts[p]!
    const lot = lots[p]!
    if (lot === 0) continue
    if (!part.recipe) {
      there[p] = now + part.material.leadTimeSeconds
      continue
    }
    const kitOf = (component: number): Instant =>
      Math.max(
        lines[p]![component]!,
        needs[part.components[component]!.part]! > 0 ? there[part.components[component]!.part]! : now,
      )
    let done = now
    if (part.steps.length === 0) {
      for (let k = 0; k < part.components.length; k++) done = Math.max(done, kitOf(k))
      done += part.material.leadTimeSeconds
    }
    for (const s of part.steps) {
      const step = steps[s]!
      if (step.impossible)
        return { impossible: { cause: step.impossible, material: part.material.id, operation: step.operation.id } }
      let ready = now
      for (const k of step.consumes) ready = Math.max(ready, kitOf(k))
      for (const { step: before, seconds } of step.waitsFor) ready = Math.max(ready, places[before]!.end + seconds)
      // Whatever of this promise may meet it is over.
      let floor = now
      for (let other = 0; other < s; other++) {
        if (places[other]!.machine >= 0 && meet(chosen[other]!, chosen[s]!)) floor = Math.max(floor, places[other]!.end)
      }
      const best = places[s]!
      for (const way of chosen[s]!) {
        const run = Math.max(shortestTaskSeconds, timesUp(lot, way))
        if (!capacity.earliest(way, run, Math.max(ready, floor), floor, place)) continue
        if (best.machine < 0 || place.end < best.end) Object.assign(best, place, { machine: way.machine })
      }
      if (best.machine < 0)
        return { impossible: { cause: 'beyond_horizon', material: part.material.id, operation: step.operation.id } }
      best.ready = ready
      done = Math.max(done, best.end + (step.operation.waitSeconds ?? 0))
    }
    there[p] = Math.max(there[p]!, done)
  }
  return { at: there[0]!, choice, takings, fromSupply, lots, short, there, lastSupply, places }
}

const waysFor = (step: Step, number: number, spread: Spread): Step['ways'] =>
  spread === 'any' || step.ways.length < 2 ? step.ways : [step.ways[number % step.ways.length]!]

const meet = (a: Step['ways'], b: Step['ways']): boolean =>
  a.some(one =>
    b.some(
      other =>
        one.machine === other.machine ||
        one.holds.some(({ resource }) => other.holds.some(held => held.resource === resource)),
    ),
  )
