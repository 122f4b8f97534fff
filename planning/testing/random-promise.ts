/** Promise snapshots out of a seed: a planned plant, a product of two or three levels, supply that is partly taken. */
import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import type { PlannedMaterial } from '../netting/snapshot.ts'
import type { Claim, PlacedTask, PromiseSnapshot, Recipe, RecipeOperation } from '../promise/snapshot.ts'
import { seededRandom } from '../random.ts'
import { schedule } from '../scheduling/improve/schedule.ts'
import type { Plan } from '../scheduling/place/plan.ts'
import type { Problem } from '../scheduling/problem/problem.ts'
import { randomPlant } from './random-plant.ts'

export interface PromiseSize {
  readonly seed: number
  /** Of the plan in force; 15 by default. */
  readonly orders?: number
  readonly machines?: number
  /** Change-overs, people, moulds, frozen and fixed time; true by default. */
  readonly rich?: boolean
}

export function randomPromise({ seed, orders = 15, machines = 6, rich = true }: PromiseSize): PromiseSnapshot {
  const problem = randomPlant({ seed, orders, machines, days: 90, rich })
  const random = seededRandom(seed + 7)
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const chance = (share: number) => random() < share
  const day = (n: number) => problem.now + n * daySeconds

  const ids = ['P', 'A', 'B', 'C', 'x', 'y', 'z']
  const materials: PlannedMaterial[] = ids.map(id => ({
    id,
    kind: id < 'a' ? 'made' : 'bought',
    leadTimeSeconds: whole(1, 15) * daySeconds,
    lotMinimum: chance(0.2) ? whole(2, 20) : 0,
    lotMultiple: chance(0.2) ? whole(2, 6) : 0,
  }))
  const operation = (id: string, before: string | null): RecipeOperation => {
    const group = problem.machines.filter(() => chance(0.3))
    const chosen = group.length > 0 ? group : [problem.machines[whole(0, problem.machines.length - 1)]!]
    return {
      id,
      machines: chosen.map(machine => ({
        machine: machine.id,
        setupSeconds: 60 * whole(0, 20),
        secondsPerStep: { numerator: whole(20, 900), denominator: whole(1, 3) },
      })),
      predecessors:
        before === null
          ? []
          : [{ operation: before, ...(chance(0.2) ? { waitSeconds: hourSeconds * whole(1, 4) } : {}) }],
      ...(chance(0.1) ? { waitSeconds: hourSeconds } : {}),
      mayPause: !chance(0.1),
      family: chance(0.7) ? ['A', 'B', 'C', 'D', 'E'][whole(0, 4)]! : null,
      ...(rich && chance(0.2) ? { holds: [{ resource: chance(0.9) ? 'crew' : 'mould', amount: 1 }] } : {}),
    }
  }
  const recipe = (material: string, components: readonly string[], length: number): Recipe => {
    const operations: RecipeOperation[] = []
    for (let k = 0; k < length; k++) operations.push(operation(`${k}`, k === 0 ? null : `${k - 1}`))
    return {
      material,
      operations,
      components: components.map(component => ({
        material: component,
        ratio: { numerator: whole(1, 3), denominator: whole(1, 2) },
        operation: chance(0.5) && length > 0 ? `${whole(0, length - 1)}` : null,
      })),
    }
  }
  const supplies = Array.from({ length: whole(0, 14) }, (_, i) => {
    const kind = (['stock', 'transit', 'production'] as const)[whole(0, 2)]!
    return {
      id: `s${i}`,
      kind,
      material: ids[whole(0, ids.length - 1)]!,
      quantity: whole(1, 80),
      availableAt: kind === 'stock' ? problem.now : day(whole(0, 25)) + whole(0, 23) * hourSeconds,
    }
  })
  const claims: Claim[] = Array.from({ length: whole(0, 4) }, (_, i) => ({
    id: `d${i}`,
    material: ids[whole(0, ids.length - 1)]!,
    quantity: whole(1, 30),
    priority: whole(1, 200),
    due: day(whole(0, 20)),
    number: `N${i}`,
  }))
  return {
    now: problem.now,
    limit: problem.limit,
    calendars: problem.calendars,
    machines: problem.machines,
    resources: problem.resources ?? [],
    changeovers: problem.changeovers ?? [],
    placed: placedOf(problem, schedule(problem)),
    materials,
    supplies,
    taken: supplies.flatMap(({ id, quantity }) => (chance(0.4) ? [{ supply: id, quantity: whole(1, quantity) }] : [])),
    claims,
    recipes: [
      recipe('P', ['A', 'B', 'x'], whole(1, 4)),
      recipe('A', ['C', 'y'], whole(1, 3)),
      recipe('B', chance(0.5) ? ['C', 'x'] : ['z'], whole(0, 3)),
      recipe('C', ['z'], whole(1, 2)),
    ],
  }
}

/** The plan in force as an order promise sees it. */
export function placedOf(problem: Problem, plan: Plan): PlacedTask[] {
  const operations = new Map(problem.operations.map(operation => [operation.id, operation]))
  return plan.tasks.map(({ operation, machine, setupStart, start, end }) => {
    const { family = null, holds } = operations.get(operation)!
    return { id: operation, machine, setupStart, start, end, family, ...(holds ? { holds } : {}) }
  })
}
