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

/** `{name}` places in a text are filled from `values`; a place without a value stays visible as it is. */
export function say(what: Text, language: Language, values?: Readonly<Record<string, unknown>>): string {
  const template = what[language]
  if (!values) return template
  return template.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    if (value === undefined || value === null) return place
    return isText(value) ? value[language] : String(value)
  })
}

export const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'zh' in value && 'en' in value

/** English words as they stand within a sentence: short forms and names keep their capitals (QC plan, material BoM). */
export const withinSentence = (en: string): string =>
  en.replace(/\S+/g, word => (/^.+[A-Z]/.test(word) ? word : word.toLowerCase()))
