/** A text in the two languages of the product. It stands beside its use; there are no key files. */
export interface Text {
  readonly zh: string
  readonly en: string
}
export type Language = 'zh' | 'en'

/** Codes of the user setting `language` (specification section 7): 1 Chinese, 2 English. */
export const languageCodes = { '1': 'zh', '2': 'en' } as const satisfies Record<string, Language>
export const defaultLanguage: Language = 'zh'

export const text = (zh: string, en: string): Text => ({ zh, en })

/** `{name}` places in a text are filled from `values`; a place without a value stays visible as it is. English says "1 line", not "1 lines". */
export function say(what: Text, language: Language, values?: Readonly<Record<string, unknown>>): string {
  const template = what[language]
  if (!values) return template
  return template.replace(/\{(\w+)\}((?: [a-z]+){0,3})/g, (place, name: string, after: string) => {
    const value = values[name]
    if (value === undefined || value === null) return place
    if (isText(value)) return value[language] + after
    const isOne = language === 'en' && (value === 1 || value === '1')
    return String(value) + (isOne ? afterOne(after) : after)
  })
}

const notNouns = new Set(
  'is was has as its this us does holds stays runs waits lies goes comes takes lets makes works stands needs'.split(
    ' ',
  ),
)
const verbs = new Map(
  Object.entries({ are: 'is', were: 'was', have: 'has', wait: 'waits', lie: 'lies', lack: 'lacks', differ: 'differs' }),
)
/** " open lines are" as it follows a 1: " open line is". */
function afterOne(words: string): string {
  const of = words.split(' ')
  const at = of.findIndex(word => /[^s]s$/.test(word))
  if (at < 0 || of.slice(0, at + 1).some(word => notNouns.has(word) || verbs.has(word))) return words
  const singular = of[at]!.replace(/ies$/, 'y')
    .replace(/(ch|sh|x|ss)es$/, '$1')
    .replace(/s$/, '')
  return [
    ...of.slice(0, at),
    singular,
    ...of.slice(at + 1).map((word, k) => (k === 0 ? (verbs.get(word) ?? word) : word)),
  ].join(' ')
}

export const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'zh' in value && 'en' in value

/** English words as they stand within a sentence: short forms and names keep their capitals (QC plan, material BoM). */
export const withinSentence = (en: string): string =>
  en.replace(/\S+/g, word => (/^.+[A-Z]/.test(word) ? word : word.toLowerCase()))
