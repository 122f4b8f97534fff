// What several pages say of one order they say alike: read from the pages themselves, as somebody would who doubts.
import { expect } from '@playwright/test'
import type { Part, Word } from '../pages.ts'

/** What a row shows, by the titles of its columns. */
export type Figures = ReadonlyMap<string, string>

const acts = '操作'

/** The one row with these words. What has no title, such as a tick or the buttons, is left out. */
export async function figuresOf(page: Part, ...words: Word[]): Promise<Figures> {
  const { root } = page.row(...words)
  await expect(root).toHaveCount(1)
  const table = root.locator('xpath=ancestor::*[@role="grid" or contains(concat(" ", @class, " "), " ant-table ")][1]')
  const titles = await table.locator('[role="columnheader"], th').allTextContents()
  const values = (await root.locator('[role="gridcell"], td').allTextContents()).map(value => value.trim())
  return new Map(titles.flatMap((title, index) => (title && title !== acts ? [[title, values[index] ?? '']] : [])))
}

/** The same once the list has answered: for a moment it shows what it said before. */
export async function settledFiguresOf(page: Part, ...words: Word[]): Promise<Figures> {
  let before: Figures = new Map()
  await expect(async () => {
    const last = before
    before = await figuresOf(page, ...words)
    expect([...before]).toEqual([...last])
  }).toPass({ intervals: [1_000], timeout: 15_000 })
  return before
}

/** Wherever both lists have a column, they say the same in it; in these they must both have one. */
export function expectSame(first: Figures, second: Figures, must: readonly string[], what: string): void {
  const shared = [...first.keys()].filter(title => second.has(title))
  expect(shared, what).toEqual(expect.arrayContaining([...must]))
  const of = (figures: Figures) => Object.fromEntries(shared.map(title => [title, figures.get(title)]))
  expect(of(second), what).toEqual(of(first))
}
