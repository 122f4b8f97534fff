/**
 * What a product is made of, through all levels, as numbers: materials from the top down, operations from the bottom up, and
 * which operations of one promise may meet on a machine. It depends on the recipes and machines only, not on supply.
 */

import { lowLevelCodes } from '../bom/low-level-code.ts'
import type { WorkTable } from '../calendar/working-time.ts'
import type { PlannedMaterial } from '../netting/snapshot.ts'
import type { Impossible } from './answer.ts'
import type { Capacity, Way } from './capacity.ts'
import type { PromiseSnapshot, Recipe, RecipeComponent, RecipeOperation } from './snapshot.ts'

export interface Part {
  readonly material: PlannedMaterial
  /** Null: it is bought. */
  readonly recipe: Recipe | null
  readonly components: readonly (RecipeComponent & { readonly part: number })[]
  /** Numbers of its operations among those of the product, predecessors first. */
  readonly steps: readonly number[]
}
export interface Step {
  readonly part: number
  readonly operation: RecipeOperation
  readonly ways: readonly (Way & { readonly numerator: number; readonly denominator: number })[]
  /** Steps it waits for, and how long after their end. */
  readonly waitsFor: readonly { readonly step: number; readonly seconds: number }[]
  /** Components that it consumes: places in `components` of its part. */
  readonly consumes: readonly number[]
  /** Why it can never run; null: it can. */
  readonly impossible: Impossible['cause'] | null
}
export interface Structure {
  /** The product first; every material after all that contain it. */
  readonly parts: readonly Part[]
  /** Steps of the deepest materials first. */
  readonly steps: readonly Step[]
}

export class Structures {
  private readonly materials: ReadonlyMap<string, PlannedMaterial>
  private readonly recipes: ReadonlyMap<string, Recipe>
  private readonly capacity: Capacity
  private readonly known = new Map<string, Structure>()

  constructor({ materials, recipes }: PromiseSnapshot, capacity: Capacity) {
    this.materials = new Map(materials.map(material => [material.id, material]))
    this.recipes = new Map(recipes.map(recipe => [recipe.material, recipe]))
    this.capacity = capacity
  }

  of(product: string): Structure {
    const known = this.known.get(product)
    if (known) return known
    const made = this.structureOf(product)
    this.known.set(product, made)
    return made
  }

  private recipeOf(id: string): Recipe | null {
    return this.materials.get(id)?.kind === 'made' ? (this.recipes.get(id) ?? null) : null
  }

  private structureOf(product: string): Structure {
    const reached = [product]
    const seen = new Set(reached)
    for (const id of reached) {
      for (const { material } of this.recipeOf(id)?.components ?? []) {
        if (seen.has(material)) continue
        seen.add(material)
        reached.push(material)
      }
    }
    const levels = lowLevelCodes(
      reached.map(material => ({
        material,
        components: (this.recipeOf(material)?.components ?? []).map(component => component.material),
      })),
    )
    const ids = reached.sort((a, b) => levels.get(a)! - levels.get(b)! || (a < b ? -1 : 1))
    const number = new Map(ids.map((id, i) => [id, i]))
    const steps: Step[] = []
    const own: number[][] = ids.map(() => [])
    for (let part = ids.length - 1; part >= 0; part--) {
      const recipe = this.recipeOf(ids[part]!)
      const stepOf = new Map<string, number>()
      for (const operation of recipe?.operations ?? []) {
        stepOf.set(operation.id, steps.length)
        own[part]!.push(steps.length)
        const { ways, impossible } = this.waysOf(operation)
        steps.push({
          part,
          operation,
          ways,
          impossible,
          waitsFor: operation.predecessors.flatMap(({ operation: before, waitSeconds = 0 }) => {
            const step = stepOf.get(before)
            return step === undefined ? [] : [{ step, seconds: waitSeconds }]
          }),
          consumes: recipe!.components.flatMap((component, place) =>
            component.operation === operation.id ||
            (operation.predecessors.length === 0 && !hasOperation(recipe!, component.operation))
              ? [place]
              : [],
          ),
        })
      }
    }
    const parts = ids.map((id, part): Part => {
      const recipe = this.recipeOf(id)
      return {
        material: this.materials.get(id)!,
        recipe,
        components: (recipe?.components ?? []).map(component => ({
          ...component,
          part: number.get(component.material)!,
        })),
        steps: own[part]!,
      }
    })
    return { parts, steps: withOwnSetups(steps) }
  }

  private waysOf(operation: RecipeOperation): Pick<Step, 'ways' | 'impossible'> {
    if (operation.machines.length === 0) return { ways: [], impossible: 'no_machine' }
    const timed = operation.machines.filter(({ secondsPerStep }) => secondsPerStep !== null)
    if (timed.length === 0) return { ways: [], impossible: 'cycle_time_missing' }
    const holds = this.capacity.holdsOf(operation.holds)
    if (!holds) return { ways: [], impossible: 'no_resource' }
    const family = this.capacity.familyOf(operation.family)
    const mould = this.capacity.mouldOf(holds)
    const ways = timed.flatMap(({ machine: id, setupSeconds, secondsPerStep }) => {
      const machine = this.capacity.machineNumber(id)
      const table: WorkTable | undefined = machine === undefined ? undefined : this.capacity.tableOf(machine, holds)
      if (machine === undefined || !table) return []
      const { numerator, denominator } = secondsPerStep!
      const { mayPause } = operation
      return [
        {
          ...{ machine, table, family, mould, mayPause, holds, numerator, denominator },
          ...{ setupSeconds: Math.ceil(setupSeconds), ownFamilies: [], ownMoulds: [] },
        },
      ]
    })
    return { ways: ways.sort((a, b) => a.machine - b.machine), impossible: ways.length === 0 ? 'no_calendar' : null }
  }
}

const hasOperation = (recipe: Recipe, id: string | null): boolean =>
  id !== null && recipe.operations.some(operation => operation.id === id)

/** Each way knows what else of the same promise may have stood on its machine before. */
function withOwnSetups(steps: readonly Step[]): Step[] {
  const onMachine = Map.groupBy(
    steps.flatMap(({ ways }) => ways),
    ({ machine }) => machine,
  )
  const among = (values: readonly number[]) => [...new Set(values)].filter(value => value >= 0)
  const own = new Map(
    [...onMachine].map(([machine, ways]) => [
      machine,
      { ownFamilies: among(ways.map(way => way.family)), ownMoulds: among(ways.map(way => way.mould)) },
    ]),
  )
  return steps.map(step => ({ ...step, ways: step.ways.map(way => ({ ...way, ...own.get(way.machine)! })) }))
}
