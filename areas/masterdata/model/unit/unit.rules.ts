import { generalErrors } from '@qitao/core/general.errors.ts'
import {
  convert,
  fitsPrecision,
  isLess,
  isPositive,
  isQuantity,
  multiply,
  type Quantity,
  quantityDecimals,
  roundDown,
  roundHalfUp,
  subtract,
  sum,
} from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { masterdataErrors } from '../masterdata.errors.ts'

export interface Conversion {
  readonly from_unit_id: string
  readonly to_unit_id: string
  readonly numerator: Quantity
  readonly denominator: Quantity
  readonly material_id: string | null
}

/**
 * New conversions must join two different units by a factor above 0, and never close a loop: two ways between the same
 * units could disagree. General conversions and those of each material are looked at apart, because a material's own may
 * overrule the general one.
 */
export function checkConversions(added: readonly Conversion[], existing: readonly Conversion[]): void {
  const groups = new Map<string, Groups>()
  const groupsOf = (material_id: string | null): Groups => {
    const scope = material_id ?? ''
    const found = groups.get(scope) ?? new Groups()
    groups.set(scope, found)
    return found
  }
  for (const { from_unit_id, to_unit_id, material_id } of existing) groupsOf(material_id).join(from_unit_id, to_unit_id)
  for (const [index, conversion] of added.entries()) {
    const row = index + 1
    const wrong = (field: string, detail: Text) =>
      refuse(masterdataErrors.unitConversionInvalid, { field, row, detail })
    if (conversion.from_unit_id === conversion.to_unit_id)
      wrong('to_unit_id', text('两个单位不能相同', 'The two units must differ'))
    if (!isPositive(conversion.numerator) || !isPositive(conversion.denominator))
      wrong('numerator', text('系数必须大于0', 'A factor must be above 0'))
    if (!groupsOf(conversion.material_id).join(conversion.from_unit_id, conversion.to_unit_id))
      wrong(
        'to_unit_id',
        text(
          '这两个单位之间已有换算，不能形成环',
          'These units already convert into each other; a loop is not possible',
        ),
      )
  }
}

/** Sets of units that convert into each other. */
class Groups {
  readonly #parents = new Map<string, string>()
  #rootOf(unit: string): string {
    const parent = this.#parents.get(unit)
    return parent === undefined ? unit : this.#rootOf(parent)
  }
  /** False when both were in one set already. */
  join(a: string, b: string): boolean {
    const [rootA, rootB] = [this.#rootOf(a), this.#rootOf(b)]
    if (rootA === rootB) return false
    this.#parents.set(rootA, rootB)
    return true
  }
}

/** A fraction: target quantity = quantity x numerator / denominator. */
export interface Factor {
  readonly numerator: Quantity
  readonly denominator: Quantity
}

/**
 * How one unit becomes another, over several conversions when need be: by the material's own conversions, then by the
 * general ones, then by both together. Undefined when there is no way.
 */
export function conversionBetween(
  conversions: readonly Conversion[],
  material_id: string | null,
  from_unit_id: string,
  to_unit_id: string,
): Factor | undefined {
  const own = material_id === null ? [] : conversions.filter(one => one.material_id === material_id)
  const general = conversions.filter(one => one.material_id === null)
  return (
    wayThrough(own, from_unit_id, to_unit_id) ??
    wayThrough(general, from_unit_id, to_unit_id) ??
    wayThrough([...own, ...general], from_unit_id, to_unit_id)
  )
}

/** All units of which a material in `unit_id` may be counted, with their factors. */
export function unitsOf(
  conversions: readonly Conversion[],
  material_id: string,
  unit_id: string,
): ReadonlyMap<string, Factor> {
  const usable = conversions.filter(one => one.material_id === null || one.material_id === material_id)
  const units = new Set(usable.flatMap(one => [one.from_unit_id, one.to_unit_id]))
  units.delete(unit_id)
  return new Map(
    [...units].flatMap(other => {
      const factor = conversionBetween(usable, material_id, other, unit_id)
      return factor ? [[other, factor] as const] : []
    }),
  )
}

function wayThrough(conversions: readonly Conversion[], from: string, to: string): Factor | undefined {
  const reached = new Map<string, Factor>([[from, { numerator: '1', denominator: '1' }]])
  for (const [unit, factor] of reached) {
    if (unit === to) return factor
    for (const { from_unit_id, to_unit_id, numerator, denominator } of conversions) {
      const next = unit === from_unit_id ? to_unit_id : unit === to_unit_id ? from_unit_id : undefined
      if (next === undefined || reached.has(next)) continue
      const [up, down] = unit === from_unit_id ? [numerator, denominator] : [denominator, numerator]
      reached.set(next, { numerator: multiply(factor.numerator, up), denominator: multiply(factor.denominator, down) })
    }
  }
  return undefined
}

/** Exact up to 40 digits; the caller rounds to the precision of the target unit. */
export const converted = (quantity: Quantity, factor: Factor): Quantity =>
  convert(quantity, factor.numerator, factor.denominator)

/**
 * A quantity has at most the decimals of its material's unit (5027). `precisions` by material id; a line is named by its
 * place, from 1.
 */
export function checkUnitPrecision<L extends { readonly material_id: string }>(
  lines: readonly L[],
  precisions: ReadonlyMap<string, number>,
  field: Extract<keyof L, string>,
  field_title: Text = text('数量', 'Quantity'),
): void {
  for (const [index, line] of lines.entries()) {
    const decimals = precisions.get(line.material_id)
    const quantity = line[field] as Quantity | null | undefined
    if (decimals === undefined || quantity === null || quantity === undefined) continue
    if (!fitsPrecision(quantity, decimals))
      refuse(generalErrors.unitQuantityPrecision, { field, field_title, row: index + 1, ...decimalsAllowed(decimals) })
  }
}
export const decimalsAllowed = (decimals: number) => ({
  limit: decimals,
  detail:
    decimals === 0 ? text('只能填整数', 'Whole numbers only') : text('最多{limit}位小数', 'At most {limit} decimals'),
})

/** What was counted in another unit, in the unit of the material; undefined: that unit has not so many decimals, as half a piece. */
export function countedIn(quantity: Quantity, factor: Factor, decimals: number): Quantity | undefined {
  const exact = converted(quantity, factor)
  return fitsPrecision(exact, decimals) ? exact : undefined
}
/** The other way: how many of that unit a quantity is; undefined: it is no number with so few decimals. */
export const inUnit = (
  quantity: Quantity,
  { numerator, denominator }: Factor,
  decimals: number,
): Quantity | undefined => countedIn(quantity, { numerator: denominator, denominator: numerator }, decimals)

/** What goods may be counted in: the unit of the material, and the others that convert into it. */
export interface CountingUnits {
  readonly unit_name: string
  readonly decimals: number
  readonly others: readonly (Factor & { readonly unit_name: string })[]
}
/** A number with the name of a unit behind it. */
const counted = /([\d.,]+)\s*([^\d\s.,+][^\d\s+]*)?/g
/** Commas part thousands and nothing else: "1,5" may be one and a half. */
const inThousands = /^\d{1,3}(,\d{3})+(\.\d+)?$/
/**
 * What somebody wrote of what he counted, as "10 boxes + 5 pcs", in the unit of the material. A number alone is of the only other
 * unit there is; one beside parts with a unit is of the material's own, as in "10 boxes + 5". Undefined: it cannot be read, or comes
 * to more decimals than the material's unit has.
 */
export function readCount(written: string, { unit_name, decimals, others }: CountingUnits): Quantity | undefined {
  const parts = [...written.matchAll(counted)]
  if (parts.length === 0 || written.replace(counted, '').replace(/[\s+]/g, '') !== '') return undefined
  if (parts.length > 1 && parts.filter(([, , unit]) => unit === undefined).length > 1) return undefined
  const bare = parts.length > 1 ? ownUnit : others.length === 1 ? others[0] : undefined
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const read = parts.map(([, number = '', unit]) => {
    const quantity = inThousands.test(number) ? number.replaceAll(',', '') : number
    if (!isQuantity(quantity)) return undefined
    if (unit !== undefined && same(unit, unit_name)) return quantity
    const factor = unit === undefined ? bare : others.find(other => same(unit, other.unit_name))
    return factor && converted(quantity, factor)
  })
  const whole = read.every(one => one !== undefined) ? sum(read) : undefined
  return whole !== undefined && fitsPrecision(whole, decimals) ? whole : undefined
}
const ownUnit: Factor = { numerator: '1', denominator: '1' }

/** Decimals with which a count in another unit is still easily read, as 1.25 kg. */
const shownDecimals = 3
/**
 * A quantity in the largest unit of which it has at least one, in that unit alone, or with a rest in the material's. In a smaller one
 * than the material's only where it has less than one of that: 0.25 kg are 250 g, 40 kg are said as they are.
 */
export function inLargestUnit(
  quantity: Quantity,
  { others }: CountingUnits,
): { count: Quantity; unit_name: string; rest: Quantity } | undefined {
  const isPart = isLess(quantity, '1')
  const fits = others.find(one => {
    const size = convert(one.numerator, '1', one.denominator)
    return !isLess(quantity, size) && (isPart || !isLess(size, '1'))
  })
  if (!fits) return undefined
  const exact = convert(quantity, fits.denominator, fits.numerator)
  if (fitsPrecision(exact, shownDecimals)) return { count: exact, unit_name: fits.unit_name, rest: '0' }
  const count = roundDown(exact, 0)
  return {
    count,
    unit_name: fits.unit_name,
    rest: roundHalfUp(subtract(quantity, converted(count, fits)), quantityDecimals),
  }
}
