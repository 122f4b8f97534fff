import { expect, test } from 'vitest'
import type { Bom } from './bom.ts'
import { Sets } from './sets.ts'

const whole = (numerator: number, denominator = 1) => ({ numerator, denominator })
const boms = (...list: Bom[]) => new Map(list.map(bom => [bom.material, bom]))
const bike: Bom = {
  material: 'bike',
  lines: [
    { material: 'wheel', ratio: whole(2) },
    { material: 'frame', ratio: whole(1) },
  ],
}
const wheel: Bom = {
  material: 'wheel',
  lines: [
    { material: 'rim', ratio: whole(1) },
    { material: 'spoke', ratio: whole(36) },
  ],
}

test('finished sub-assemblies are used before they are made of their parts', () => {
  const sets = new Sets(new Map([['bike', 1]]), boms(bike, wheel))
  const free = new Map([
    ['wheel', 3],
    ['frame', 9],
    ['rim', 3],
    ['spoke', 100],
  ])
  // 3 wheels lie there, 2 more can be made of 72 of 100 spokes.
  expect(sets.most(free)).toBe(2)
  expect(
    sets.consume(free, 2).map(({ material, need, used, made, missing }) => [material, need, used, made, missing]),
  ).toEqual([
    ['bike', 2, 0, 2, 0],
    ['frame', 2, 2, 0, 0],
    ['wheel', 4, 3, 1, 0],
    ['rim', 1, 1, 0, 0],
    ['spoke', 36, 36, 0, 0],
  ])
  expect([...sets.enoughFor(free, 10)].sort()).toEqual([
    ['frame', 9],
    ['rim', 3],
    ['spoke', 2],
  ])
})

test('without the BoM of a sub-assembly it is a part like others', () => {
  const sets = new Sets(new Map([['bike', 1]]), boms(bike))
  expect(sets.order).toEqual(['bike', 'frame', 'wheel'])
  expect(
    sets.most(
      new Map([
        ['wheel', 3],
        ['frame', 9],
      ]),
    ),
  ).toBe(1)
})

test('a product that lies there is not made again, but serves where it is a part', () => {
  const kit: Bom = { material: 'kit', lines: [{ material: 'bike', ratio: whole(1) }] }
  const free = new Map([
    ['bike', 5],
    ['frame', 1],
    ['wheel', 2],
  ])
  expect(new Sets(new Map([['bike', 1]]), boms(bike)).most(free)).toBe(1)
  expect(new Sets(new Map([['kit', 1]]), boms(kit, bike)).most(free)).toBe(6)
})

test('who has no substitute comes first, and a need is rounded up for all sets together', () => {
  const plain: Bom = {
    material: 'top',
    lines: [
      {
        material: 'a',
        ratio: whole(1),
        substitutes: [{ material: 'b', ratio: whole(2) }],
      },
      { material: 'b', ratio: whole(1) },
      { material: 'glue', ratio: whole(1, 10) },
    ],
  }
  const sets = new Sets(new Map([['top', 1]]), boms(plain))
  const free = new Map([
    ['a', 2],
    ['b', 7],
    ['glue', 1],
  ])
  // b: 3 for itself and 2 for the third a; a fourth set would take 4 + 4 of 7.
  expect(sets.most(free)).toBe(3)
  expect(sets.consume(free, 3).find(({ material }) => material === 'b')).toMatchObject({ used: 3, lent: 2, missing: 0 })
  expect(sets.consume(free, 4).find(({ material }) => material === 'a')).toMatchObject({ replaced: 1, missing: 1 })
})
