// What holds for every page, whatever it shows: people with a screen reader can use it, it fits the window, and it speaks one
// language.
import type { Page } from '@playwright/test'
import type { Language } from '@qitao/core/text.ts'
import axe from 'axe-core'

interface Violation {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly nodes: readonly {
    readonly html: string
    readonly target: readonly string[]
    readonly any: readonly { message: string }[]
  }[]
}

/** Colours on their way are nobody's colours; what never ends, such as a spinner, is not waited for. */
const atRest = `Promise.all(document.getAnimations()
  .filter(one => Number.isFinite(one.effect?.getComputedTiming().endTime))
  .map(one => one.finished.catch(() => undefined)))
  .then(() => undefined)`

/** Serious and critical findings of axe in `part` (by selector; all by default), one line for each kind, with the first places. */
export async function barriers(page: Page, part = 'html'): Promise<string[]> {
  // By the debugger, not as a script element: the page allows none but its own.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  const found = await look(page, part)
  // A button may wake from its rest while axe looks; what bars people is still there at a second look.
  return found.length === 0 ? found : look(page, part)
}

async function look(page: Page, part: string): Promise<string[]> {
  await page.evaluate(atRest)
  const found = await page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(part)}, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => {
      const places = nodes
        .slice(0, 3)
        .map(({ target, html, any }) => `${target.join(' ')} ${html.slice(0, 160)} ${any[0]?.message ?? ''}`)
      return `${id} (${nodes.length}): ${places.join(' | ')}`
    })
}

/** Pixels by which the page is wider than the window; 0 when it fits. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

const texts = `(() => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      const holder = node.parentElement
      if (holder.closest('style, script, [lang]:not(html), code, pre')) continue
      if (holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) found.push(node.data)
    } else if (!node.closest('[aria-hidden=true], .anticon, [lang]:not(html)')) for (const name of ['aria-label', 'title', 'placeholder', 'alt']) if (node.getAttribute(name)) found.push(node.getAttribute(name))
  }
  return found
})()`

const chinese = /[\u4e00-\u9fff]/
/** Names and short forms that are the same in both languages are written with capitals. */
const english = /\b[a-z]{3,}\b/

/**
 * What stands on the page in the other language. `answered` is all that the server has answered until then: what people have
 * typed stays as it is, whatever words of ours stand around it.
 */
export async function wrongLanguage(
  page: Page,
  language: Language,
  answered: () => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  const seen = await page.evaluate<string[]>(texts)
  // After what is seen: an answer may come in between.
  const known = await answered()
  const isOther = (words: string) =>
    language === 'en' ? chinese.test(words) : english.test(words) && !chinese.test(words)
  // Most of it is an answer word for word; thousands of answers are looked for inside the few texts that are left.
  const left = [...new Set(seen.map(words => words.trim()))].filter(words => isOther(words) && !known.has(words))
  if (left.length === 0) return []
  const data = [...known].filter(one => one.length > 1 || chinese.test(one)).sort((a, b) => b.length - a.length)
  const ours = (words: string) => data.reduce((rest, one) => rest.replaceAll(one, ' '), words)
  return left.filter(words => isOther(ours(words)))
}
