import {
  add,
  convert,
  isEqual,
  isPositive,
  least,
  most,
  multiply,
  type Quantity,
  roundDown,
  roundHalfUp,
  roundUp,
  subtract,
  sum,
} from '@qitao/core/quantity.ts'

/** What of a substitute was picked for a component; `ratio` of it replace 1. */
export interface StandIn {
  readonly material_id: string
  readonly ratio: Quantity
  readonly quantity: Quantity
}
/** What the BoM names for a component. */
export interface NamedSubstitute {
  readonly material_id: string
  readonly ratio: Quantity
  readonly precision: number
  /** It is approved and valid on the day the order begins. */
  readonly may_take: boolean
}
export interface ComponentInHand {
  readonly material_id: string
  readonly unit_precision: number
  readonly required_quantity: Quantity
  /** Picked of its own material. */
  readonly own_quantity: Quantity
  readonly stand_ins: readonly StandIn[]
  /** In the order of preference. */
  readonly substitutes: readonly NamedSubstitute[]
}
/** A material as it serves a component: itself, or in its place. */
interface Serving {
  readonly material_id: string
  readonly ratio: Quantity
  readonly precision: number
}

/** Beyond six decimals a difference is one of division: three thirds are a whole. */
const exactly = (quantity: Quantity): Quantity => roundHalfUp(quantity, 10)
/** What so much of a material replaces of the component, and what of it replaces so much. */
export const coversOf = (quantity: Quantity, ratio: Quantity): Quantity => convert(quantity, '1', ratio)
export const neededOf = (covers: Quantity, { ratio, precision }: Omit<Serving, 'material_id'>): Quantity =>
  roundUp(exactly(multiply(covers, ratio)), precision)
const coveredBy = (stand_ins: readonly StandIn[]): Quantity =>
  sum(stand_ins.map(({ quantity, ratio }) => coversOf(quantity, ratio)))

/** Of the component, in whole steps of its unit: what a part of a substitute covers counts once it makes up a step. */
export const pickedOf = ({
  own_quantity,
  stand_ins,
  unit_precision,
}: Pick<ComponentInHand, 'own_quantity' | 'stand_ins' | 'unit_precision'>): Quantity =>
  add(own_quantity, roundDown(exactly(coveredBy(stand_ins)), unit_precision))

/** How a material serves the component; what was picked of it says its ratio, whatever became of the substitute since. */
export function servingOf(component: ComponentInHand, material_id: string): Serving | undefined {
  if (component.material_id === material_id) return { material_id, ratio: '1', precision: component.unit_precision }
  const named = component.substitutes.find(one => one.material_id === material_id)
  const picked = component.stand_ins.find(one => one.material_id === material_id)
  if (!named && !picked) return undefined
  return { material_id, ratio: picked?.ratio ?? named!.ratio, precision: named?.precision ?? 6 }
}
/** So much of the material there is still room for. */
export function roomFor(component: ComponentInHand, serving: Serving): Quantity {
  const open = subtract(subtract(component.required_quantity, component.own_quantity), coveredBy(component.stand_ins))
  return neededOf(most('0', open), serving)
}
/** So much of the material was picked. */
export const thereOf = (component: ComponentInHand, material_id: string): Quantity =>
  component.material_id === material_id
    ? component.own_quantity
    : (component.stand_ins.find(one => one.material_id === material_id)?.quantity ?? '0')
/**
 * What of the material may come back. `returnable`: what of the component no report has used; which of its materials
 * reports used is not known, so it is any of them.
 */
export function returnableOf(component: ComponentInHand, serving: Serving, returnable: Quantity): Quantity {
  const there = thereOf(component, serving.material_id)
  const untouched = isEqual(returnable, pickedOf(component))
  return untouched ? there : least(there, roundDown(exactly(multiply(returnable, serving.ratio)), serving.precision))
}

/** The component with so much more of the material picked; less, where the change is negative. */
export function withPicked<C extends ComponentInHand>(component: C, serving: Serving, change: Quantity): C {
  const { material_id, ratio } = serving
  if (component.material_id === material_id) return { ...component, own_quantity: add(component.own_quantity, change) }
  const quantity = add(thereOf(component, material_id), change)
  const others = component.stand_ins.filter(one => one.material_id !== material_id)
  const stand_ins = isPositive(quantity) ? [...others, { material_id, ratio, quantity }] : others
  return { ...component, stand_ins }
}

/**
 * What is to be picked next for a component: what the order holds of the material itself, then what it holds of substitutes, and what is
 * left of the material. `held`: by material.
 */
export function toPick(
  component: ComponentInHand,
  held: Readonly<Record<string, Quantity>>,
): { material_id: string; quantity: Quantity }[] {
  let after = component
  const take = (material_id: string, most: Quantity | undefined): { material_id: string; quantity: Quantity } => {
    const serving = servingOf(after, material_id)!
    const room = roomFor(after, serving)
    const quantity = most === undefined ? room : least(most, room)
    after = withPicked(after, serving, quantity)
    return { material_id, quantity }
  }
  const { material_id: own_id } = component
  const own = take(own_id, held[own_id] ?? '0')
  const stand = component.substitutes.map(({ material_id }) => take(material_id, held[material_id] ?? '0'))
  const quantity = add(own.quantity, take(own_id, undefined).quantity)
  return [{ material_id: own_id, quantity }, ...stand].filter(one => isPositive(one.quantity))
}
