import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import type { Language, Text } from '@qitao/core/text.ts'
import type { SitePage } from './menu.ts'

/**
 * What a page is for and how it is worked with. Names that stand on the screen are quoted, in Chinese 「…」 and in English “…”, in the same order: a test
 * looks for each pair among the product's texts, so that a guide cannot speak of a button that is gone.
 */
export interface Guide {
  readonly page: SitePage
  /** Pages that are opened from it and have no guide of their own. */
  readonly also?: readonly SitePage[]
  /** The page has a picture, in each language (`npm run guide-pictures` takes them all anew). */
  readonly picture?: true
  /** What somebody wants to do who looks for it: stands behind "How to". */
  readonly does: Text
  readonly purpose: Text
  /** At most five. */
  readonly steps: readonly Text[]
  readonly terms?: readonly { readonly term: Text; readonly means: Text }[]
  readonly errors?: readonly { readonly error: ErrorDefinition; readonly remedy: Text }[]
}
/** The guides of one area: a file of their own, loaded when somebody asks for help. */
export interface GuideModule {
  readonly default: readonly Guide[]
}

/** Where the picture of a page lies; `apps/web/public` has the file. */
export const guidePicture = (path: string, language: Language): string =>
  `/guides/${path.slice(1).replaceAll('/', '-')}-${language}.webp`

const asking = /^\s*(how\s+(to|do\s+i|can\s+i)|how|怎么样?|怎样|如何)\s*/i
const filler = new Set(['a', 'an', 'the', 'to', 'do', 'i', 'of', 'is', 'my'])
/** Words of Latin letters as they are; of Chinese each character, as nobody puts spaces between its words. */
const wordsOf = (typed: string): string[] =>
  (
    typed
      .replace(asking, '')
      .toLowerCase()
      .match(/[\p{Script=Han}]|[^\s\p{Script=Han}?？]+/gu) ?? []
  ).filter(word => !filler.has(word))

/** Guides of pages that may be opened whose task, name or terms have all words; all of them for "how to" alone. */
export function findGuides(guides: readonly Guide[], typed: string, may: (path: string) => boolean): readonly Guide[] {
  if (typed.trim() === '') return []
  const wanted = wordsOf(typed)
  if (wanted.length === 0 && !asking.test(typed)) return []
  const inTask = ({ does }: Guide) => wanted.filter(word => `${does.zh} ${does.en}`.toLowerCase().includes(word)).length
  return guides
    .filter(({ page }) => may(page.path))
    .filter(({ page, does, terms = [] }) => {
      const all = [does, page.title, ...terms.map(({ term }) => term)].map(({ zh, en }) => `${zh} ${en}`)
      const searched = all.join(' ').toLowerCase()
      return wanted.every(word => searched.includes(word))
    })
    .sort((a, b) => inTask(b) - inTask(a))
}
export const guideOf = (guides: readonly Guide[], path: string): Guide | undefined =>
  guides.find(({ page, also = [] }) => page.path === path || also.some(one => one.path === path))
