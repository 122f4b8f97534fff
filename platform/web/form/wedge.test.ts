import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { afterKey, noLabel, wedgeKeys } from './wedge.ts'

/** What is read when keys come at these times. */
function read(keys: readonly { key: string; at: number }[]): string[] {
  let label = noLabel
  return keys.flatMap(({ key, at }) => {
    const next = afterKey(label, key, at)
    label = next.label
    return next.code === undefined ? [] : [next.code]
  })
}
test('labels without a pause between them are each read whole, none joined and none lost', () => {
  const letter = fc.constantFrom(...'ABCXYZ0189-/# ')
  const code = fc.string({ unit: letter, minLength: 3, maxLength: 30 }).filter(one => one.trim().length >= 3)
  const labels = fc.array(fc.record({ code, gaps: fc.array(fc.nat(400), { minLength: 31, maxLength: 31 }) }), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(labels, fc.constantFrom('Enter', 'Tab'), (given, end) => {
      let at = 0
      const keys = given.flatMap(({ code: one, gaps }) =>
        [...one, end].flatMap((key, n) => {
          at += gaps[n]!
          const press = { key, at }
          return /[A-Z#]/.test(key) && key.length === 1 ? [{ key: 'Shift', at }, press] : [press]
        }),
      )
      expect(read(keys)).toEqual(given.map(({ code: one }) => one.trim()))
    }),
  )
})
test('a label without an end is not put before the next one', () => {
  const typed = (word: string, from: number) => [...word].map((key, n) => ({ key, at: from + n * 10 }))
  expect(read([...typed('LOST-1', 0), ...typed('GOOD-2', 2_000), { key: 'Enter', at: 2_060 }])).toEqual(['GOOD-2'])
  expect(read([...typed('LOST-1', 0), { key: 'Enter', at: 5_000 }])).toEqual([])
  expect(read([...typed('ab', 0), { key: 'Enter', at: 30 }])).toEqual([])
})

test("a space within a label presses nothing, going down or coming up; a space alone is the button's, in a field it is the field's", () => {
  class Element {
    readonly isField: boolean
    constructor(isField: boolean) {
      this.isField = isField
    }
    matches() {
      return this.isField
    }
  }
  vi.stubGlobal('HTMLElement', Element)
  const read: string[] = []
  const { down, up } = wedgeKeys(code => read.push(code))
  let at = 0
  /** Which of its keys a button or field would still have had, down and up. */
  const pass = (keys: readonly string[], target = new Element(false)): string[] =>
    keys.flatMap(key =>
      [down, up].flatMap(on => {
        let isTaken = false
        const event = {
          key,
          target,
          timeStamp: at++,
          preventDefault: () => (isTaken = true),
          stopPropagation: () => {},
        }
        on(event as unknown as KeyboardEvent)
        return isTaken ? [] : [key]
      }),
    )
  expect(pass([' '])).toEqual([' ', ' '])
  at += 5_000
  expect(pass([...'LOT 7 B', 'Enter'])).toEqual([...'LLOOTT77BB'])
  expect(read).toEqual(['LOT 7 B'])
  expect(pass([...'a b'], new Element(true))).toEqual([...'aa  bb'])
  expect(pass([' '])).toEqual([' ', ' '])
  vi.unstubAllGlobals()
})
