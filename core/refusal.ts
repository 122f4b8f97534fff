import { isText, type Language, say, type Text } from './text.ts'

/**
 * A refusal is an expected "no": it has a number of the error catalogue (specification section 8), a name, a level and
 * both texts. It travels in the envelope with HTTP 200. A programming error is an exception, never a refusal.
 */
export interface ErrorDefinition {
  readonly code: number
  readonly name: string
  readonly text: Text
  readonly level: 'error' | 'warning'
}

/** What a refusal says about the place: the field and row (from 1) that the user must mend, and values for the text. */
export interface RefusalData {
  readonly field?: string
  readonly field_title?: Text
  readonly row?: number
  readonly [value: string]: unknown
}

/** Only these two are shown as warnings (specification section 8). */
const warningCodes = new Set([5056, 5326])

type Texts = Record<string, readonly [code: number, zh: string, en: string]>

/** Declares the errors of one area: `errors({ orderExists: [5401, '订单已存在', 'The order already exists'] })`. */
export function errors<const T extends Texts>(texts: T): { readonly [K in keyof T]: ErrorDefinition } {
  const declared = Object.entries(texts).map(([name, [code, zh, en]]) => [
    name,
    { code, name, text: { zh, en }, level: warningCodes.has(code) ? 'warning' : 'error' } satisfies ErrorDefinition,
  ])
  return Object.fromEntries(declared)
}

export class Refusal extends Error {
  readonly definition: ErrorDefinition
  readonly data: RefusalData
  constructor(definition: ErrorDefinition, data: RefusalData = {}) {
    super(`${definition.code} ${definition.name}`)
    this.definition = definition
    this.data = data
  }
}

export function refuse(definition: ErrorDefinition, data?: RefusalData): never {
  throw new Refusal(definition, data)
}

/** The sentence people see: where (row, field), then what. `detail` in the data, a text, is added as the remedy. */
export function explain(definition: Pick<ErrorDefinition, 'text'>, data: RefusalData, language: Language): string {
  const zh = language === 'zh'
  const row = data.row === undefined ? '' : zh ? `第${data.row}行` : `Row ${data.row}`
  const field = data.field_title ? (zh ? `「${data.field_title.zh}」` : data.field_title.en) : ''
  const place = [row, field].filter(Boolean).join(zh ? '' : ', ')
  const what = say(definition.text, language, data)
  const detail = isText(data.detail) ? say(data.detail, language, data) : ''
  const sentence = place ? `${place}${zh ? '：' : ': '}${what}` : what
  return detail ? `${sentence}${zh ? '。' : '. '}${detail}` : sentence
}

/** The same sentence in both languages, where nobody knows yet who reads it. */
export const explained = ({ definition, data }: Refusal): Text => ({
  zh: explain(definition, data, 'zh'),
  en: explain(definition, data, 'en'),
})
