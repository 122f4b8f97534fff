import { add, type Quantity, toSteps } from '@qitao/core/quantity.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { componentsOf, operationsOf } from '@qitao/manufacturing/model/mo/recipe.rules.ts'
import type { Ratio } from '@qitao/planning/bom/bom.ts'
import type { PromiseSnapshot, Recipe } from '@qitao/planning/promise/snapshot.ts'
import type { Operation } from '@qitao/planning/scheduling/problem/problem.ts'
import { lineOfSupply, supplyOfPart, takenOfParts } from '@qitao/purchasing/model/supply-part.rules.ts'
import type { ScheduleFacts } from '@qitao/scheduling/model/problem/facts.ts'
import { problemFrom } from '@qitao/scheduling/model/problem/problem.rules.ts'
import { operationFor, orderFor, type StandingHours } from '@qitao/scheduling/model/problem/taken-hours.rules.ts'
import type { PromiseFacts, RecipeOfPromise } from './promise-facts.ts'

/** Run times are counted for so many pieces, so that they are exact for one. */
const pieces = 1_000_000

/**
 * The engine's snapshot of what the tables say. Machines, calendars, change-overs, run times and crews are those of the
 * schedule: steps of the recipes stand in its problem as operations of their own, and so does one for each kind of work that
 * stands on the machines.
 */
export function snapshotOf(facts: PromiseFacts): PromiseSnapshot {
  const material = new Map(facts.materials.map(one => [one.id, one]))
  const decimals = (id: string) => material.get(id)?.unit_precision ?? 0
  const steps = (quantity: string, id: string) => toSteps(quantity, decimals(id))
  const kindOf = kindsOfWork(facts)
  const problem = problemFrom(withRecipes(facts, kindOf), { isFree: () => false, only_kitted: false })
  const operations = new Map(problem.operations.map(operation => [operation.id, operation]))
  const recipes = facts.recipes.map(recipe => recipeOf(recipe, operations, decimals))
  const made = new Set(recipes.map(recipe => recipe.material))
  const isComponent = new Set(recipes.flatMap(recipe => recipe.components.map(component => component.material)))
  const materialOf = new Map([
    ...facts.stock.map(row => [row.inventory_id, row.material_id] as const),
    ...[...facts.transit, ...facts.production].map(one => [one.id, one.material_id] as const),
  ])
  const { now } = facts
  return {
    now,
    limit: problem.limit,
    calendars: problem.calendars,
    machines: problem.machines,
    resources: problem.resources ?? [],
    changeovers: problem.changeovers ?? [],
    placed: [
      ...problem.operations.flatMap(({ id, fixed, family = null, holds }) => {
        if (!fixed) return []
        const { machine, setupStart, start, end } = fixed
        return [{ id, machine, setupStart, start, end, family, ...(holds ? { holds } : {}) }]
      }),
      ...facts.standing.map(one => {
        const { family = null, holds } = operations.get(kindOf(one))!
        return {
          ...{ id: one.id, machine: one.device_id, setupStart: one.setup_start_time, start: one.start_time },
          ...{ end: one.end_time, family, ...(holds ? { holds } : {}) },
        }
      }),
    ],
    materials: facts.materials.map(one => ({
      id: one.id,
      // Without a recipe a component is bought; a product cannot be promised beyond what is there.
      kind: one.kind !== 0 && (made.has(one.id) || !isComponent.has(one.id)) ? 'made' : 'bought',
      leadTimeSeconds: one.supply_lead_time * daySeconds,
      lotMinimum: steps(one.minimum_lot, one.id),
      lotMultiple: steps(one.packaging_size, one.id),
    })),
    supplies: [
      ...facts.stock.map(row => ({
        ...{ id: row.inventory_id, kind: 'stock' as const, material: row.material_id },
        availableAt: Math.max(now, row.arrives_time ?? now),
        ...{
          quantity: steps(row.quantity, row.material_id),
          expiresAt: row.expire_time,
          receivedAt: row.first_in_time,
        },
      })),
      ...facts.transit.map(line => ({
        ...{ id: supplyOfPart(line), kind: 'transit' as const, material: line.material_id },
        quantity: steps(line.open_quantity, line.material_id),
        // Without a date it comes a lead time from now.
        availableAt: line.eta ?? now + (material.get(line.material_id)?.supply_lead_time ?? 0) * daySeconds,
      })),
      ...facts.production.map(mo => ({
        ...{ id: mo.id, kind: 'production' as const, material: mo.material_id, availableAt: mo.finish_time },
        quantity: steps(mo.open_quantity, mo.material_id),
      })),
    ],
    taken: takenOf(facts).flatMap(({ supply, quantity }) => {
      const of = materialOf.get(lineOfSupply(supply))
      return of === undefined ? [] : [{ supply, quantity: steps(quantity, of) }]
    }),
    claims: facts.claims.map(({ id, no, material_id, quantity, priority, due }) => ({
      ...{ id, number: no, material: material_id, quantity: steps(quantity, material_id), priority, due },
    })),
    recipes,
  }
}

/** Of a purchase that comes on several days what others have is what comes first. */
function takenOf({
  taken,
  transit,
}: Pick<PromiseFacts, 'taken' | 'transit'>): { supply: string; quantity: Quantity }[] {
  const lines = new Set(transit.map(({ id }) => id))
  const sums = new Map<string, Quantity>()
  for (const { source_id, quantity } of taken) sums.set(source_id, add(sums.get(source_id) ?? '0', quantity))
  return [...[...sums].filter(([id]) => !lines.has(id)), ...takenOfParts(transit, sums)].map(([supply, quantity]) => ({
    supply,
    quantity,
  }))
}

const stepId = (material_id: string, sequence: number): string => `${material_id}:${sequence}`

function recipeOf(
  recipe: RecipeOfPromise,
  operations: ReadonlyMap<string, Operation>,
  decimals: (id: string) => number,
): Recipe {
  const { material_id } = recipe
  const own = operationsOf(recipe)
  const inOrder = sorted(own)
  const substitutes = new Map(recipe.lines.map(line => [line.material_id, line.substitutes]))
  const precisions = { get: decimals } as ReadonlyMap<string, number>
  return {
    material: material_id,
    operations: inOrder.map(({ sequence, wait_seconds, next_sequences }) => {
      const { machines, mayPause, family = null, holds } = operations.get(stepId(material_id, sequence))!
      return {
        id: String(sequence),
        machines: machines.map(({ machine, setupSeconds, runSeconds }) => ({
          machine,
          setupSeconds,
          secondsPerStep:
            runSeconds === null
              ? null
              : reduced(BigInt(runSeconds), BigInt(pieces) * 10n ** BigInt(decimals(material_id))),
        })),
        predecessors: own.flatMap(before =>
          before.next_sequences.includes(sequence)
            ? [{ operation: String(before.sequence), waitSeconds: before.wait_seconds }]
            : [],
        ),
        ...(next_sequences.length === 0 && wait_seconds > 0 ? { waitSeconds: wait_seconds } : {}),
        mayPause,
        family,
        ...(holds ? { holds } : {}),
      }
    }),
    components: componentsOf(recipe, '1', precisions).map(component => ({
      material: component.material_id,
      ratio: perStep(component.quantity_per, decimals(component.material_id), decimals(material_id)),
      operation: component.operation_sequence === null ? null : String(component.operation_sequence),
      substitutes: (substitutes.get(component.material_id) ?? []).map(({ material_id: other, ratio }) => ({
        material: other,
        ratio: perStep(String(ratio), decimals(other), decimals(component.material_id)),
      })),
    })),
  }
}

/** Each step after those that lead to it; a step that is never reached is left out. */
function sorted<S extends { readonly sequence: number; readonly next_sequences: readonly number[] }>(
  steps: readonly S[],
): S[] {
  const open = new Map(
    steps.map(({ sequence }) => [sequence, steps.filter(step => step.next_sequences.includes(sequence)).length]),
  )
  const bySequence = new Map(steps.map(step => [step.sequence, step]))
  const order = steps.filter(({ sequence }) => open.get(sequence) === 0)
  for (const step of order) {
    for (const next of step.next_sequences) {
      const left = (open.get(next) ?? 0) - 1
      open.set(next, left)
      const found = bySequence.get(next)
      if (left === 0 && found) order.push(found)
    }
  }
  return order
}

/** Steps of `to` for one step of `from`, when one unit of `from` takes `quantity` of `to`. */
const perStep = (quantity: string, to: number, from: number): Ratio =>
  reduced(BigInt(toSteps(quantity, 6)) * 10n ** BigInt(to), 1_000_000n * 10n ** BigInt(from))
function reduced(numerator: bigint, denominator: bigint): Ratio {
  let a = numerator
  let b = denominator
  while (b > 0n) [a, b] = [b, a % b]
  const divisor = a > 0n ? a : 1n
  return { numerator: Number(numerator / divisor), denominator: Number(denominator / divisor) }
}

/** What tells standing work apart for the engine: its product, and its process where that takes a crew. */
function kindsOfWork({ capacity }: PromiseFacts): (one: StandingHours) => string {
  const crewed = new Set(capacity.cycle_times.flatMap(({ process_id, employees }) => (employees > 1 ? process_id : [])))
  return ({ material_id, process_id }) => `standing:${material_id}:${crewed.has(process_id) ? process_id : ''}`
}

/** The facts of the schedule, with the steps of the recipes and the kinds of standing work as operations of an order each. */
function withRecipes(
  { capacity, recipes, standing, processes, materials }: PromiseFacts,
  kindOf: (one: StandingHours) => string,
): ScheduleFacts {
  const mayPause = new Map(processes.map(one => [one.id, one.may_pause]))
  const outside = new Set(processes.flatMap(one => (one.outsourced ? one.id : [])))
  const series = new Map(materials.map(one => [one.id, one.series]))
  const kinds = [...new Map(standing.map(one => [kindOf(one), one]))]
  const product = ({ material_id }: RecipeOfPromise) => ({ material_id, series: series.get(material_id) ?? null })
  return {
    ...capacity,
    orders: [
      ...capacity.orders,
      ...recipes.map(recipe => orderFor(recipe.material_id, product(recipe), capacity.now)),
      ...kinds.map(([kind, one]) => orderFor(kind, one, capacity.now)),
    ],
    operations: [
      ...capacity.operations,
      ...recipes.flatMap(recipe =>
        operationsOf(recipe).map(({ sequence, process_id }) => {
          const id = stepId(recipe.material_id, sequence)
          return operationFor(
            id,
            recipe.material_id,
            process_id,
            String(pieces),
            mayPause.get(process_id),
            outside.has(process_id),
          )
        }),
      ),
      ...kinds.map(([kind, { process_id }]) =>
        operationFor(kind, kind, kind.endsWith(':') ? '' : process_id, '1', true, outside.has(process_id)),
      ),
    ],
  }
}
