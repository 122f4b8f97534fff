import { expect, test } from 'vitest'
import css from './tokens.css?raw'

const blockOf = (selector: string) => css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? ''
const variables = (block: string) =>
  new Map([...block.matchAll(/--qt-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]))
const light = variables(blockOf(':root'))
const dark = new Map([...light, ...variables(blockOf(':root[data-theme="dark"]'))])

/** Relative luminance and contrast of WCAG 2. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}
const colours = ['neutral', 'info', 'processing', 'warning', 'success', 'done', 'danger']

test('the measure knows black on white', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})
test.each([
  ['light', light],
  ['dark', dark],
] as const)('texts of the %s theme are readable on their grounds', (_, theme) => {
  const pairs = [
    ...colours.map(colour => [`status-${colour}-text`, `status-${colour}-bg`]),
    ...colours.map(colour => [`status-${colour}-text`, 'panel']),
    ['text', 'panel'],
    ['text', 'ground'],
    ['text-2', 'panel'],
    ['text-2', 'ground'],
    ['text-2', 'raised'],
    ['primary', 'panel'],
    ['primary', 'primary-bg'],
    ['text', 'primary-bg'],
    ['late', 'panel'],
  ]
  const poor = pairs
    .map(([text = '', ground = '']) => ({ text, ground, ratio: contrast(theme.get(text)!, theme.get(ground)!) }))
    .filter(({ ratio }) => !(ratio >= 4.5))
  expect(poor).toEqual([])
})
test.each([
  ['light', light],
  ['dark', dark],
] as const)('bars and focus of the %s theme stand out from the panel', (_, theme) => {
  const poor = [...colours.map(colour => `status-${colour}-bar`), 'focus']
    .map(name => ({ name, ratio: contrast(theme.get(name)!, theme.get('panel')!) }))
    .filter(({ ratio }) => !(ratio >= 3))
  expect(poor).toEqual([])
})
