import { z } from 'zod'
import { generalErrors } from './general.errors.ts'
import {
  decimalsOf,
  isMore,
  isNegative,
  isPositive,
  isQuantity,
  moneyDecimals,
  type Quantity,
  quantityDecimals,
} from './quantity.ts'
import type { ErrorDefinition, RefusalData } from './refusal.ts'
import type { State } from './status.ts'
import { type Text, text } from './text.ts'
import type { Instant } from './time.ts'

/**
 * A field of a record: its type, its limit and both titles, declared once and read by calls, forms, list columns, Excel
 * headings and refusals.
 */
export type FieldKind =
  | 'code'
  | 'text'
  | 'remark'
  | 'quantity'
  | 'money'
  | 'integer'
  | 'instant'
  | 'day'
  | 'choice'
  | 'flag'
  | 'reference'
  | 'references'
  | 'list'

/** `T` is what is stored and shown, `G` what may be given for it. */
export interface Field<T = unknown, G = unknown> {
  readonly kind: FieldKind
  readonly title: Text
  readonly schema: z.ZodType<T, G>
  readonly required: boolean
  /** Set by the server only; not part of an input. */
  readonly readOnly: boolean
  readonly maxLength?: number
  readonly decimals?: number
  readonly min?: number
  readonly max?: number
  readonly options?: readonly State[]
  /** What a reference points to: the name of a record, by which the web finds its picker. */
  readonly refersTo?: string
  readonly unit?: Text
  /** A text of several words: numbers that are scanned or pasted one after the other. */
  readonly words?: true
}

/** A zod issue that carries the catalogue code it stands for, with values for its text. */
export const because = (error: ErrorDefinition, data: RefusalData = {}) => ({ params: { error, data } })

/** Control characters, and those that turn the direction of what follows: nobody sees them, and a number could pass for another. */
const hidden = /[[\p{Cc}\p{Bidi_Control}]--[\t\n\r\u{200e}\u{200f}\u{61c}]]/v
const hiddenText = text(
  '含有看不见的控制字符，请删除后重新输入',
  'It contains hidden control characters; type it anew without them',
)
export const plainString = (maxLength: number, tooLong: ErrorDefinition = generalErrors.fieldTooLong) =>
  z
    .string()
    .refine(value => !hidden.test(value), because(generalErrors.badParameter, { detail: hiddenText }))
    .refine(value => value.length <= maxLength, because(tooLong, { limit: maxLength, detail: limitText }))
const limitText = text('最多{limit}个字符', 'At most {limit} characters')

/** Ids are UUIDs; people never see them. PostgreSQL writes them small, and so they are compared. */
export const id = z.uuid().toLowerCase()
export const ids = (most = 2000) => z.array(id).min(1).max(most)

const minInstant = 0
/** 2200-01-01 UTC: after all that is planned. */
export const latestInstant: Instant = 7_258_118_400
export const instant = z.int().min(minInstant).max(latestInstant)
export const rowVersion = z.int().min(0).max(2_147_483_647)

const decimalString = (decimals: number, error: ErrorDefinition = generalErrors.decimalsExceeded) =>
  z
    .union([z.string(), z.number()])
    .transform(value => (typeof value === 'number' ? numberText(value) : value.trim()))
    .refine(isQuantity, because(generalErrors.numberRequired))
    .refine(
      value => !isQuantity(value) || decimalsOf(value) <= decimals,
      because(error, { limit: decimals, detail: decimalsText }),
    )
const decimalsText = text('最多{limit}位小数', 'At most {limit} decimals')
// 1e-7 and 1e21 would print with an exponent; such a number is no quantity and is refused as one.
const numberText = (value: number): string => (Number.isFinite(value) ? String(value) : 'not a number')

/** Any quantity, of either sign. */
export const quantity = decimalString(quantityDecimals)
const positiveText = text('必须大于0', 'It must be above 0')
const notNegativeText = text('不能小于0', 'It must not be below 0')
export const positiveQuantity = quantity.refine(
  value => !isQuantity(value) || isPositive(value),
  because(generalErrors.badParameter, { detail: positiveText }),
)
export const quantityFromZero = quantity.refine(
  value => !isQuantity(value) || !isNegative(value),
  because(generalErrors.badParameter, { detail: notNegativeText }),
)
const moneyWith = (tooFine?: ErrorDefinition) =>
  decimalString(moneyDecimals, tooFine).refine(
    value => !isQuantity(value) || !isNegative(value),
    because(generalErrors.badParameter, { detail: notNegativeText }),
  )
export const money = moneyWith()

/** A field that is set by the server only. */
export type Fixed<T = unknown> = Field<T, never> & { readonly readOnly: true }
type Decimal = string | number

const field = <T, G>(
  kind: FieldKind,
  title: Text,
  schema: z.ZodType<T, G>,
  more: Partial<Field<T, G>> = {},
): Field<T, G> => ({
  kind,
  title,
  schema,
  required: true,
  readOnly: false,
  ...more,
})
const filled = (maxLength: number) =>
  plainString(maxLength).refine(value => value.trim() !== '', because(generalErrors.fieldRequired))

export const codeField = (zh: string, en: string, maxLength = 50): Field<string, string> =>
  field('code', text(zh, en), filled(maxLength), { maxLength })
export const textField = (zh: string, en: string, maxLength = 255): Field<string, string> =>
  field('text', text(zh, en), filled(maxLength), { maxLength })
/** Several words in one text, with blanks, line ends, commas or semicolons between them. */
export const wordsField = (zh: string, en: string, maxLength: number): Field<string, string> => ({
  ...textField(zh, en, maxLength),
  words: true,
})
export const wordsIn = (written: string | null | undefined): string[] =>
  (written ?? '').split(/[\s,，;；]+/).filter(word => word !== '')
const mailAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const longestMailAddress = 100
const mailText = text('邮箱格式应为 name@example.com', 'Write it as name@example.com')
export const emailField = (zh = '邮箱', en = 'Email'): Field<string, string> =>
  field(
    'text',
    text(zh, en),
    filled(longestMailAddress).refine(
      value => mailAddress.test(value.trim()),
      because(generalErrors.badParameter, { detail: mailText }),
    ),
    { maxLength: longestMailAddress },
  )
export const remarkField = (
  zh = '备注',
  en = 'Remark',
  tooLong = generalErrors.remarkTooLong,
): Field<string | null, string | null | undefined> =>
  optional(field('remark', text(zh, en), plainString(255, tooLong), { maxLength: 255 }))
export const quantityField = (
  zh: string,
  en: string,
  more: Partial<Field<string, Decimal>> = {},
): Field<string, Decimal> => field('quantity', text(zh, en), positiveQuantity, { decimals: quantityDecimals, ...more })
export const quantityFromZeroField = (
  zh: string,
  en: string,
  more: Partial<Field<string, Decimal>> = {},
): Field<string, Decimal> => field('quantity', text(zh, en), quantityFromZero, { decimals: quantityDecimals, ...more })
/** A quantity that may be negative, as in a balance or a difference. */
export const signedQuantityField = (
  zh: string,
  en: string,
  more: Partial<Field<string, Decimal>> = {},
): Field<string, Decimal> => field('quantity', text(zh, en), quantity, { decimals: quantityDecimals, ...more })
const mostPercent: Quantity = '100'
/** A share from 0 to 100 %. */
export const percentField = (zh: string, en: string): Field<string, Decimal> =>
  quantityFromZeroField(zh, en, {
    unit: text('%', '%'),
    schema: quantityFromZero.refine(
      value => !isQuantity(value) || !isMore(value, mostPercent),
      because(generalErrors.badParameter, { detail: text('应在0到100之间', 'It must be from 0 to 100') }),
    ),
  })
export const moneyField = (zh: string, en: string, tooFine?: ErrorDefinition): Field<string, Decimal> =>
  field('money', text(zh, en), moneyWith(tooFine), { decimals: moneyDecimals })
/** An amount of either sign, as of a correction. */
export const signedMoneyField = (zh: string, en: string): Field<string, Decimal> =>
  field('money', text(zh, en), decimalString(moneyDecimals), { decimals: moneyDecimals })
export const integerField = (
  zh: string,
  en: string,
  {
    min = 0,
    max = 2_147_483_647,
    outside = generalErrors.badParameter,
    unit,
  }: { min?: number; max?: number; outside?: ErrorDefinition; unit?: Text } = {},
): Field<number, number> =>
  field(
    'integer',
    text(zh, en),
    z
      .int()
      .refine(
        value => value >= min && value <= max,
        because(outside, { min, max, detail: text('应在{min}到{max}之间', 'It must be from {min} to {max}') }),
      ),
    { min, max, unit },
  )
/** Day-type parameters end at 365 (specification section 5). */
export const daysField = (zh: string, en: string, min = 0): Field<number, number> =>
  field(
    'integer',
    text(zh, en),
    z
      .int()
      .refine(value => value >= min, because(generalErrors.badParameter))
      .refine(value => value <= 365, because(generalErrors.parameterOver365)),
    { min, max: 365, unit: text('天', 'days') },
  )
export const instantField = (zh: string, en: string): Field<number, number> => field('instant', text(zh, en), instant)
/** A day on the wire is the instant at which it begins in the organisation's time zone. */
export const dayField = (zh: string, en: string): Field<number, number> => field('day', text(zh, en), instant)
export const flagField = (zh: string, en: string): Field<boolean, boolean> => field('flag', text(zh, en), z.boolean())
export const referenceField = (zh: string, en: string, refersTo: string): Field<string, string> =>
  field('reference', text(zh, en), id, { refersTo })
export const referencesField = (zh: string, en: string, refersTo: string, most = 100): Field<string[], string[]> =>
  field('references', text(zh, en), z.array(id).max(most), { refersTo })
/** Child rows or another structure with a schema of its own; forms and lists draw it by hand. */
export const listField = <T, G>(zh: string, en: string, schema: z.ZodType<T, G>): Field<T, G> =>
  field('list', text(zh, en), schema)

/** Of a table of states its codes and words matter here. */
type Choices<C extends number | string> = { readonly list: readonly State<C>[] }
export const choiceField = <C extends number | string>(zh: string, en: string, table: Choices<C>): Field<C, C> =>
  field('choice', text(zh, en), codeOf(table), { options: table.list })
export const codeOf = <C extends number | string>(table: Choices<C>): z.ZodType<C, C> =>
  z.union(table.list.map(state => z.literal(state.code))) as unknown as z.ZodType<C, C>

type Blank = null | undefined
/** May be empty: null or absent in an input, null in a row. */
export function optional<T, G>(of: Field<T, G>): Field<T | null, G | Blank> {
  const blankToNull = (value: unknown) => (value === undefined || value === '' ? null : value)
  return { ...of, required: false, schema: z.preprocess(blankToNull, of.schema.nullable()) } as Field<
    T | null,
    G | Blank
  >
}
/** Absent in an input means this value. */
export const withDefault = <T, G>(of: Field<T, G>, value: T): Field<T, G | Blank> =>
  ({
    ...of,
    required: false,
    schema: z.preprocess(given => (given === undefined || given === null || given === '' ? value : given), of.schema),
  }) as Field<T, G | Blank>
export const readOnly = <T, G>(of: Field<T, G>): Fixed<T> =>
  ({ ...of, readOnly: true, required: false }) as Field<T, never> as Fixed<T>
