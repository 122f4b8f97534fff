import { expect, test } from 'vitest'
import css from '../tokens.css?raw'
import {
  barTokens,
  type ChartToken,
  categoryColour,
  chartTokens,
  type GanttTheme,
  luminance,
  sharedVariable,
} from './gantt-tokens.ts'

const light = (colour: string): number => {
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
  return luminance(red!, green!, blue!)
}
const contrast = (a: string, b: string): number => {
  const [high, low] = [light(a), light(b)].sort((x, y) => y - x)
  return (high! + 0.05) / (low! + 0.05)
}
const themes: GanttTheme[] = ['light', 'dark']

test.each(themes)('texts of bars are readable on %s bars, and the strong colour stands out', theme => {
  for (const [key, colours] of Object.entries(barTokens)) {
    const { bg, text, bar } = colours[theme]
    expect(contrast(text, bg), `${key} text`).toBeGreaterThanOrEqual(4.5)
    expect(contrast(bar, chartTokens.surface[theme]), `${key} bar on surface`).toBeGreaterThanOrEqual(3)
    expect(contrast(bar, bg), `${key} progress on ground`).toBeGreaterThanOrEqual(2.4)
  }
})

/** The colour as it comes out in the product: its own variable where the token has one. */
function productColour(token: ChartToken, theme: GanttTheme): string {
  const name = sharedVariable(token)
  if (!name) return chartTokens[token][theme]
  const blocks = theme === 'dark' ? [':root[data-theme="dark"] {', ':root {'] : [':root {']
  for (const start of blocks) {
    const block = css.slice(css.indexOf(start)).split('}')[0] ?? ''
    const found = new RegExp(`${name}: (#[0-9a-f]{6});`).exec(block)?.[1]
    if (found) return found
  }
  throw new Error(`${name} is not in tokens.css`)
}

const pairs = [
  ['text', 'surface'],
  ['text', 'group-bg'],
  ['text', 'row-hover'],
  ['text-weak', 'surface'],
  ['text-weak', 'header-bg'],
  ['text-weak', 'group-bg'],
  ['now-text', 'now'],
  ['accent-text', 'accent-bg'],
  ['danger-text', 'danger-bg'],
  ['danger', 'surface'],
  ['tip-text', 'tip-bg'],
  ['tip-weak', 'tip-bg'],
] as const

test.each(themes)(
  'texts of the chart are readable on every ground of the %s theme, alone and in the product',
  theme => {
    for (const [text, ground] of pairs) {
      const own = contrast(chartTokens[text][theme], chartTokens[ground][theme])
      const product = contrast(productColour(text, theme), productColour(ground, theme))
      expect(own, `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      expect(product, `${text} on ${ground} in the product`).toBeGreaterThanOrEqual(4.5)
    }
  },
)

test.each(themes)('non-working time and headings can be told from the surface of the product (%s)', theme => {
  for (const token of ['nonworking', 'group-bg'] as const)
    expect(contrast(chartTokens[token][theme], productColour('surface', theme)), token).toBeGreaterThan(1.08)
})

test('shading of non-working time stays lighter than the grid it lies under', () => {
  for (const theme of themes)
    expect(contrast(chartTokens.nonworking[theme], chartTokens.surface[theme])).toBeLessThan(
      contrast(chartTokens['text-weak'][theme], chartTokens.surface[theme]),
    )
})

test('a key keeps its category colour and keys spread over them', () => {
  expect(categoryColour('MO-1')).toBe(categoryColour('MO-1'))
  const used = new Set(Array.from({ length: 200 }, (_, n) => categoryColour(`MO-${n}`)))
  expect(used.size).toBe(12)
})
