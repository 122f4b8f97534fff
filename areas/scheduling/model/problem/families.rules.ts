import {
  type ChangedProduct,
  changeoverSeconds,
  type Changeover as Entry,
  sideOf,
} from '@qitao/engineering/model/time/change-line.rules.ts'
import type { Changeover } from '@qitao/planning/scheduling/problem/problem.ts'

/**
 * Change-over entries as people keep them - product, series, attribute or any on each side, for one machine or all - as the engine's
 * matrices. Products that no entry tells apart are one family: a series with free changes inside is one, so that a matrix
 * stays small however many products there are.
 */
export interface Families {
  /** Family of each product, by its id. */
  readonly of: ReadonlyMap<string, string>
  readonly matrices: readonly Changeover[]
  /** Matrix of each machine with a change-over; machines without entries of their own share one. */
  readonly matrix_of: ReadonlyMap<string, string>
}

interface Class {
  readonly id: string
  readonly member: ChangedProduct
  /** Another product of the class, to ask what a change inside of it costs. */
  readonly other: ChangedProduct | undefined
  readonly members: string[]
}

const shared = 'all'

export function familiesOf(
  products: Iterable<ChangedProduct>,
  entries: readonly Entry[],
  device_ids: readonly string[],
): Families {
  if (entries.length === 0) return { of: new Map(), matrices: [], matrix_of: new Map() }
  const costs = costsBySides(entries)
  const special = new Set(entries.flatMap(entry => entry.device_id ?? []))
  const groups = new Map(device_ids.map(id => [id, special.has(id) ? id : shared]))
  const matrixIds = [...new Set(groups.values())]

  const classes = classesOf(products, entries)
  const of = new Map<string, string>()
  const families: { id: string; member: ChangedProduct }[] = []
  for (const { id, member, other, members } of classes) {
    const free =
      other === undefined ||
      matrixIds.every(device => costs(device, member, other) === 0 && costs(device, other, member) === 0)
    if (free) {
      families.push({ id, member })
      for (const material_id of members) of.set(material_id, id)
    } else {
      for (const material_id of members) {
        families.push({ id: material_id, member: { ...member, material_id } })
        of.set(material_id, material_id)
      }
    }
  }

  const matrices = matrixIds.map((device): Changeover => {
    const anyToAny = { material_id: '', series: null }
    const otherwise = costs(device, anyToAny, { material_id: ' ', series: null })
    const pairs = families.flatMap(from =>
      families.flatMap(to => {
        const seconds = costs(device, from.member, to.member)
        return seconds === (from.id === to.id ? 0 : otherwise) ? [] : [{ from: from.id, to: to.id, seconds }]
      }),
    )
    return { id: device, otherwise, pairs }
  })
  return { of, matrices, matrix_of: groups }
}

/** Products alike to every entry: by themselves when an entry names them, else by their series and attributes. */
function classesOf(products: Iterable<ChangedProduct>, entries: readonly Entry[]): Class[] {
  const named = new Set(entries.flatMap(entry => [entry.from_material_id, entry.to_material_id]))
  const sides = entries.flatMap(entry => [sideOf(entry, 'from'), sideOf(entry, 'to')])
  const known = new Set(sides.flatMap(side => (side && 'series' in side ? side.series : [])))
  const traits = new Set(sides.flatMap(side => (side && 'trait' in side ? side.trait : [])))
  const classes = new Map<string, Class>()
  for (const product of new Map([...products].map(one => [one.material_id, one])).values()) {
    const series = product.series !== null && known.has(product.series) ? product.series : ''
    const own = (product.traits ?? []).filter(trait => traits.has(trait))
    const id = named.has(product.material_id) ? product.material_id : ['series:', series, ...own].join(' ')
    const found = classes.get(id)
    if (!found) classes.set(id, { id, member: product, other: undefined, members: [product.material_id] })
    else {
      found.members.push(product.material_id)
      classes.set(id, { ...found, other: found.other ?? product })
    }
  }
  return [...classes.values()]
}

/** Only the entries that can hold between two products are asked, found by both their sides. */
function costsBySides(entries: readonly Entry[]): (device: string, from: ChangedProduct, to: ChangedProduct) => number {
  const side = (entry: Entry, which: 'from' | 'to') => {
    const asked = sideOf(entry, which)
    if (asked === null) return '*'
    return 'material' in asked ? `m${asked.material}` : 'series' in asked ? `s${asked.series}` : `t${asked.trait}`
  }
  const bySides = Map.groupBy(entries, entry => `${side(entry, 'from')}>${side(entry, 'to')}`)
  const sidesOf = ({ material_id, series, traits = [] }: ChangedProduct) => [
    `m${material_id}`,
    ...(series === null ? [] : [`s${series}`]),
    ...traits.map(trait => `t${trait}`),
    '*',
  ]
  return (device, from, to) => {
    const candidates = sidesOf(from).flatMap(a => sidesOf(to).flatMap(b => bySides.get(`${a}>${b}`) ?? []))
    return candidates.length === 0 ? 0 : changeoverSeconds(candidates, device, from, to)
  }
}
