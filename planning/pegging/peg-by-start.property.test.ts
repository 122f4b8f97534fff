import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pegByStart } from './peg-by-start.ts'

const demand = fc.record({
  material: fc.constantFrom('a', 'b'),
  quantity: fc.integer({ min: 0, max: 20 }),
  start: fc.integer({ min: 0, max: 50 }),
})
const supply = fc.record({
  material: fc.constantFrom('a', 'b'),
  quantity: fc.integer({ min: 0, max: 20 }),
  at: fc.integer({ min: 0, max: 50 }),
})
const numbered = <T>(rows: readonly T[]) => rows.map((row, i) => ({ ...row, id: `${i}` }))

const sumOf = (rows: readonly { readonly quantity: number }[]) => rows.reduce((sum, { quantity }) => sum + quantity, 0)

test('nothing is given twice, nobody gets more than needed, and as much is given as there is', () => {
  fc.assert(
    fc.property(fc.array(demand), fc.array(supply), (wanted, there) => {
      const demands = numbered(wanted)
      const supplies = numbered(there)
      const pegs = pegByStart(demands, supplies)
      for (const each of demands)
        expect(sumOf(pegs.filter(peg => peg.demand === each))).toBeLessThanOrEqual(each.quantity)
      for (const each of supplies)
        expect(sumOf(pegs.filter(peg => peg.supply === each))).toBeLessThanOrEqual(each.quantity)
      for (const material of ['a', 'b']) {
        const of = <T extends { readonly material: string }>(rows: readonly T[]) =>
          rows.filter(row => row.material === material)
        const given = pegs.filter(peg => peg.demand.material === material)
        for (const peg of given) expect(peg.supply.material).toBe(material)
        expect(sumOf(given)).toBe(Math.min(sumOf(of(demands)), sumOf(of(supplies))))
      }
    }),
  )
})

test('the shortest time between arrival and start is no shorter than with any other pegs', () => {
  fc.assert(
    fc.property(
      fc.array(demand, { maxLength: 8 }),
      fc.array(supply, { maxLength: 8 }),
      fc.infiniteStream(fc.nat()),
      (wanted, there, luck) => {
        const demands = numbered(wanted).filter(each => each.quantity > 0)
        const supplies = numbered(there).filter(each => each.quantity > 0)
        if (sumOf(demands.filter(d => d.material === 'a')) > sumOf(supplies.filter(s => s.material === 'a'))) return
        if (sumOf(demands.filter(d => d.material === 'b')) > sumOf(supplies.filter(s => s.material === 'b'))) return
        const gapOf = (pegs: readonly { supply: { at: number }; demand: { start: number } }[]) =>
          Math.min(...pegs.map(({ supply, demand }) => demand.start - supply.at))
        // The same quantities in an order of chance.
        const left = supplies.map(each => ({ ...each }))
        const other: { supply: { at: number }; demand: { start: number } }[] = []
        for (const each of demands)
          for (let missing = each.quantity; missing > 0; ) {
            const open = left.filter(({ material, quantity }) => material === each.material && quantity > 0)
            const from = open[luck.next().value! % open.length]!
            const quantity = Math.min(missing, from.quantity)
            other.push({ supply: from, demand: each })
            from.quantity -= quantity
            missing -= quantity
          }
        const latest = new Map<string, number>()
        for (const { supply } of other) latest.set('', Math.max(latest.get('') ?? 0, supply.at))
        expect(gapOf(pegByStart(demands, supplies))).toBeGreaterThanOrEqual(gapOf(other))
      },
    ),
  )
})
