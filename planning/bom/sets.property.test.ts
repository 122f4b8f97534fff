import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bom } from './bom.ts'
import { Sets } from './sets.ts'

/** Each is made of later ones: never a cycle. The first four have a BoM. */
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
const made = 4

interface Plant {
  readonly contents: ReadonlyMap<string, number>
  readonly boms: ReadonlyMap<string, Bom>
  readonly free: ReadonlyMap<string, number>
}
/** `most`: largest denominator of a ratio; 1 keeps pieces whole. `substitutes`: most of a line, each piece for piece. */
const anyPlant = ({ most, substitutes }: { most: number; substitutes: number }): fc.Arbitrary<Plant> => {
  const ratio = fc.record({
    numerator: fc.integer({ min: 1, max: 4 }),
    denominator: fc.integer({ min: 1, max: most }),
  })
  const bom = (i: number) => {
    const later = fc.integer({ min: i + 1, max: names.length - 1 }).map(n => names[n]!)
    return fc
      .uniqueArray(fc.record({ material: later, ratio, by: fc.uniqueArray(later, { maxLength: substitutes }) }), {
        selector: line => line.material,
        minLength: 1,
        maxLength: 4,
      })
      .map(lines => ({
        material: names[i]!,
        lines: lines.map(({ material, ratio, by }) => ({
          material,
          ratio,
          substitutes: by
            .filter(other => other !== material)
            .map(other => ({ material: other, ratio: { numerator: 1, denominator: 1 } })),
        })),
      }))
  }
  return fc
    .record({
      contents: fc.uniqueArray(fc.tuple(fc.nat(made - 1), fc.integer({ min: 1, max: 3 })), {
        selector: ([i]) => i,
        minLength: 1,
        maxLength: 3,
      }),
      boms: fc.tuple(...Array.from({ length: made }, (_, i) => bom(i))),
      free: fc.array(fc.nat(60), { minLength: names.length, maxLength: names.length }),
    })
    .map(({ contents, boms, free }) => ({
      contents: new Map(contents.map(([i, quantity]) => [names[i]!, quantity] as const)),
      boms: new Map(boms.map(one => [one.material, one] as const)),
      free: new Map(names.map((name, i) => [name, free[i]!])),
    }))
}

/** Takes or makes every single piece by its own; null when one cannot be had. */
function buildPieces({ boms }: Plant, stock: Map<string, number>, product: string): boolean {
  return boms.get(product)!.lines.every(({ material, ratio }) =>
    Array.from({ length: ratio.numerator }).every(() => {
      const there = stock.get(material) ?? 0
      if (there > 0) {
        stock.set(material, there - 1)
        return true
      }
      return boms.has(material) && buildPieces({ boms } as Plant, stock, material)
    }),
  )
}
function setsByHand(plant: Plant): number {
  const stock = new Map(plant.free)
  for (let sets = 0; ; sets++)
    for (const [product, quantity] of plant.contents)
      for (let n = 0; n < quantity; n++) if (!buildPieces(plant, stock, product)) return sets
}

test('as many sets as somebody builds who takes or makes piece after piece; shared parts are counted once', () => {
  fc.assert(
    fc.property(anyPlant({ most: 1, substitutes: 0 }), plant => {
      expect(new Sets(plant.contents, plant.boms).most(plant.free)).toBe(setsByHand(plant))
    }),
    { numRuns: 500 },
  )
})

test('substitutes too: every need taken piece by piece, its own supply first, then what may replace it', () => {
  fc.assert(
    fc.property(anyPlant({ most: 3, substitutes: 2 }), fc.nat(12), (plant, wanted) => {
      const sets = new Sets(plant.contents, plant.boms)
      const stock = new Map(plant.free)
      const makes = new Map<string, number>()
      const missing = new Map<string, number>()
      for (const material of sets.order) {
        let open = wanted * (plant.contents.get(material) ?? 0)
        const lines = sets.order.flatMap(parent =>
          (plant.boms.get(parent)?.lines ?? [])
            .filter(line => line.material === material)
            .map(line => ({ line, made: makes.get(parent) ?? 0 })),
        )
        for (const { line, made } of lines.sort((a, b) => a.line.substitutes!.length - b.line.substitutes!.length)) {
          const pieces = Math.ceil((made * line.ratio.numerator) / line.ratio.denominator)
          const sources = [material, ...line.substitutes!.map(other => other.material)]
          for (let piece = 0; piece < pieces; piece++) {
            const from = sources.find(source => (stock.get(source) ?? 0) > 0)
            if (from === undefined) open++
            else stock.set(from, stock.get(from)! - 1)
          }
        }
        const into = plant.boms.has(material) ? makes : missing
        into.set(material, open)
      }
      for (const use of sets.consume(plant.free, wanted)) {
        expect(use.made).toBe(makes.get(use.material) ?? 0)
        expect(use.missing).toBe(missing.get(use.material) ?? 0)
        expect(plant.free.get(use.material)! - use.used - use.lent).toBe(stock.get(use.material))
      }
    }),
    { numRuns: 500 },
  )
})

test('more sets never miss less, and the least part of all decides how many there are', () => {
  fc.assert(
    fc.property(anyPlant({ most: 4, substitutes: 2 }), fc.integer({ min: 1, max: 40 }), (plant, wanted) => {
      const sets = new Sets(plant.contents, plant.boms)
      const most = sets.most(plant.free)
      for (const near of [0, 3, most, most + 1, 1000]) expect(sets.most(plant.free, near)).toBe(most)
      const isShort = (count: number) => sets.consume(plant.free, count).some(({ missing }) => missing > 0)
      expect(isShort(most)).toBe(false)
      expect(isShort(most + 1)).toBe(true)
      const enough = sets.enoughFor(plant.free, wanted)
      if (wanted > most) expect(Math.min(...enough.values())).toBe(most)
      else expect(enough.size).toBe(0)
      for (const [material, count] of enough) {
        const at = (n: number) => sets.consume(plant.free, n).find(use => use.material === material)!.missing
        expect([at(count), at(count + 1) > 0]).toEqual([0, true])
      }
    }),
    { numRuns: 300 },
  )
})
