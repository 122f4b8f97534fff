/** Why a date is what it is: the steps without slack between them, back from the date, and the longest of them. */
import type { Because, Delivery } from './answer.ts'
import type { Outcome } from './evaluate.ts'
import type { FreeSupply } from './free-supply.ts'
import type { PromiseSnapshot } from './snapshot.ts'
import type { Structure } from './structure.ts'

export function deliveryOf(
  snapshot: PromiseSnapshot,
  { parts, steps }: Structure,
  supply: FreeSupply,
  quantity: number,
  outcome: Outcome,
): Delivery {
  const { lots, short, there, lastSupply, places } = outcome
  const { now, machines } = snapshot
  const chain: Because[] = []

  const ofPart = (p: number): void => {
    const { material, recipe, components, steps: own } = parts[p]!
    const last = lastSupply[p]!
    const bySupply = (): Because => ({
      ...{ kind: 'supply', material: material.id, supply: snapshot.supplies[last]!.id },
      ...{ from: now, until: supply.arrives[last]! },
    })
    if (lots[p] === 0) {
      chain.push(last < 0 ? { kind: 'stock', material: material.id, from: now, until: now } : bySupply())
      return
    }
    if (!recipe) {
      chain.push({ kind: 'lead_time', material: material.id, quantity: short[p]!, from: now, until: there[p]! })
      return
    }
    let lastStep = -1
    let done = now
    for (const s of own) {
      const end = places[s]!.end + (steps[s]!.operation.waitSeconds ?? 0)
      if (end > done || lastStep < 0) {
        done = end
        lastStep = s
      }
    }
    if (lastStep >= 0 && (done >= there[p]! || last < 0)) {
      ofStep(lastStep)
      return
    }
    if (lastStep < 0 && last < 0) {
      const from = there[p]! - material.leadTimeSeconds
      chain.push({ kind: 'lead_time', material: material.id, quantity: short[p]!, from, until: there[p]! })
      ofLatest(components.map(component => component.part))
      return
    }
    chain.push(bySupply())
  }
  const ofStep = (s: number): void => {
    const { part, operation, waitsFor, consumes } = steps[s]!
    const { setupStart, end, machine, ready } = places[s]!
    const which = { material: parts[part]!.material.id, operation: operation.id, machine: machines[machine]!.id }
    chain.push({ kind: 'work', ...which, from: setupStart, until: end })
    const could = Math.max(ready, snapshot.startsFrom ?? now)
    if (setupStart > could) chain.push({ kind: 'machine', ...which, from: could, until: setupStart })
    if (ready <= now) return
    const before = waitsFor.find(({ step, seconds }) => places[step]!.end + seconds === ready)
    if (before) ofStep(before.step)
    else ofLatest(consumes.map(place => parts[part]!.components[place]!.part))
  }
  const ofLatest = (which: readonly number[]): void => {
    const latest = which.reduce((best, p) => (best < 0 || there[p]! > there[best]! ? p : best), -1)
    if (latest >= 0 && there[latest]! > now) ofPart(latest)
  }
  ofPart(0)
  const because = chain.reduce((longest, one) => (one.until - one.from > longest.until - longest.from ? one : longest))
  return { at: outcome.at, quantity, lots: 1, fromSupply: outcome.fromSupply, because, chain }
}
