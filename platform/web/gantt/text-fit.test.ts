import { expect, test } from 'vitest'
import { TextFit } from './text-fit.ts'

const ten = new TextFit(text => [...text].length * 10)

test('what fits stays whole', () => {
  expect(ten.fit('车削加工', 40, 'f')).toBe('车削加工')
})

test('a text keeps its beginning, a code its end', () => {
  expect(ten.fit('Turning of shafts', 80, 'f')).toBe('Turning…')
  expect(ten.fit('MO-260144', 60, 'f')).toBe('…60144')
})

test('nothing rather than one letter', () => {
  expect(ten.fit('Turning', 20, 'f')).toBe('')
  expect(ten.fit('Turning', 5, 'f')).toBe('')
})

test('what is cut never exceeds its room', () => {
  for (let width = 9; width < 200; width += 7)
    for (const text of ['MO-2026-000123', '数控车床 CNC 01 号', 'Assembly of the gearbox'])
      expect([...ten.fit(text, width, 'f')].length * 10).toBeLessThanOrEqual(width)
})

test('a text is measured once', () => {
  let asked = 0
  const fit = new TextFit(text => {
    asked += 1
    return text.length
  })
  for (let n = 0; n < 5; n += 1) fit.width('abc', 'f')
  expect(asked).toBe(1)
})
