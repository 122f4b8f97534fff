import { isEqual, type Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { manufacturingErrors } from '../manufacturing.errors.ts'
import { expectAction, expectNoRework, type MoFacts } from './mo.rules.ts'
import { componentsOf, type NewComponent, type NewOperation, operationsOf, type Recipe } from './recipe.rules.ts'

/** How a work order is made, whatever its quantity. */
export interface WayToMake {
  readonly operations: readonly NewOperation[]
  readonly components: readonly Pick<NewComponent, 'operation_sequence' | 'material_id' | 'quantity_per'>[]
}
type ComponentOfWay = WayToMake['components'][number]
/** A step or a component that is another one in the recipe in force; null: it is not there. */
export interface RecipeDifference {
  readonly before: NewOperation | ComponentOfWay | null
  readonly after: NewOperation | ComponentOfWay | null
}

/** As it would be made today; an order that is made outside stays one step of its supplier, which uses all its material. */
export function wayToday(recipe: Recipe, { operations }: WayToMake, outsourced: boolean): WayToMake {
  const components = componentsOf(recipe, '1', new Map())
  if (!outsourced) return { operations: operationsOf(recipe), components }
  const operation_sequence = operations[0]?.sequence ?? null
  return { operations, components: components.map(component => ({ ...component, operation_sequence })) }
}

/** Steps at the same place and the same uses of a material are compared; what is the same is left out. */
export function differencesOf(was: WayToMake, is: WayToMake): RecipeDifference[] {
  return [
    ...pairs(was.operations, is.operations, ({ sequence }) => String(sequence), isSameStep),
    ...pairs(
      inTurn(was.components),
      inTurn(is.components),
      ({ material_id, turn }) => `${material_id} ${turn}`,
      isSameUse,
    ),
  ]
}
function pairs<T extends NewOperation | ComponentOfWay>(
  was: readonly T[],
  is: readonly T[],
  keyOf: (one: T) => string,
  isSame: (one: T, other: T) => boolean,
): RecipeDifference[] {
  const after = new Map(is.map(one => [keyOf(one), one]))
  const before = new Set(was.map(keyOf))
  const gone = was.flatMap((one): RecipeDifference[] => {
    const other = after.get(keyOf(one)) ?? null
    return other && isSame(one, other) ? [] : [{ before: one, after: other }]
  })
  return [...gone, ...is.flatMap(one => (before.has(keyOf(one)) ? [] : [{ before: null, after: one }]))]
}
/** A material that is used at several steps is compared use by use. */
function inTurn(components: WayToMake['components']): (ComponentOfWay & { readonly turn: number })[] {
  const turns = new Map<string, number>()
  return components
    .toSorted((a, b) => (a.operation_sequence ?? 0) - (b.operation_sequence ?? 0))
    .map(component => {
      const turn = (turns.get(component.material_id) ?? 0) + 1
      turns.set(component.material_id, turn)
      return { ...component, turn }
    })
}
const isSameStep = (one: NewOperation, other: NewOperation): boolean =>
  one.process_id === other.process_id &&
  one.wait_seconds === other.wait_seconds &&
  isSameQuantity(one.overlap_quantity, other.overlap_quantity) &&
  one.next_sequences.toSorted().join() === other.next_sequences.toSorted().join()
const isSameUse = (one: ComponentOfWay, other: ComponentOfWay): boolean =>
  one.operation_sequence === other.operation_sequence && isEqual(one.quantity_per, other.quantity_per)
const isSameQuantity = (one: Quantity | null, other: Quantity | null): boolean =>
  one === null || other === null ? one === other : isEqual(one, other)

/** Nothing of it is planned, taken or begun; and it is not made of goods that are worked on again. */
export function expectFollowsRecipe(order: MoFacts): void {
  expectAction('follow_recipe', order.status, manufacturingErrors.moNotEditable)
  expectNoRework(order, manufacturingErrors.moNotEditable)
  if (!isEqual(order.picked_quantity, '0'))
    refuse(manufacturingErrors.moNotEditable, {
      detail: text('已领料，请先退料', 'Material is picked for it: put it back first'),
    })
}
