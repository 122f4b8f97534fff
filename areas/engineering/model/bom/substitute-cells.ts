import { because, type Field, optional, textField } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { dayFromEpoch, epochDay, type Instant, isDay, startOfDay } from '@qitao/core/time.ts'

/** What a file says of the substitutes of a line beside their codes: one place a substitute, in their order; a place may be empty. */
const placesOf = (cell: string): string[] => cell.split(/[,，;；、\n]/).map(word => word.trim())

const written = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/
/** Excel turns a single date into its number. */
const serial = /^\d{5}$/
const dayZero = epochDay('1899-12-30')
function dayIn(word: string): string | undefined {
  if (serial.test(word)) return dayFromEpoch(dayZero + Number(word))
  const [, year, month, date] = written.exec(word) ?? []
  if (!year || !month || !date) return undefined
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}
const isDays = (cell: string): boolean => placesOf(cell).every(word => word === '' || dayIn(word) !== undefined)
export const daysIn = (cell: unknown, zone: string): (Instant | null)[] =>
  typeof cell === 'string'
    ? placesOf(cell).map(word => {
        const day = dayIn(word)
        return day === undefined ? null : startOfDay(day, zone)
      })
    : []

const approvedWords: Readonly<Record<string, boolean>> = {
  ...{ 已批准: true, approved: true, 待批准: false, pending: false },
}
const approvedIn = (word: string): boolean | undefined => approvedWords[word.toLowerCase()]
const isApprovals = (cell: string): boolean =>
  placesOf(cell).every(word => word === '' || approvedIn(word) !== undefined)
/** Whatever does not say that it waits is approved with its version. */
export const approvalsIn = (cell: unknown): boolean[] =>
  typeof cell === 'string' ? placesOf(cell).map(word => approvedIn(word) ?? true) : []

const cells = (
  zh: string,
  en: string,
  holds: (cell: string) => boolean,
  detail: Text,
): Field<string | null, unknown> => {
  const field = textField(zh, en, 1000)
  return optional({ ...field, schema: field.schema.refine(holds, because(generalErrors.badParameter, { detail })) })
}
const days = text(
  '每种替代料一个日期，用分号分开，可空，如2026-01-01；；2026-03-01',
  'One date for each substitute with semicolons between, some may be empty: 2026-01-01;;2026-03-01',
)
export const substituteCells = {
  substitute_valid_from: cells('替代料生效日期', 'Substitutes valid from', isDays, days),
  substitute_expiry_time: cells('替代料失效日期', 'Substitutes valid before', isDays, days),
  substitute_approved: cells(
    '替代料批准',
    'Substitutes approved',
    isApprovals,
    text(
      '每种替代料填“已批准”或“待批准”，用分号分开；空为随版本批准',
      'For each substitute “approved” or “pending”, with semicolons between; empty: approved with its version',
    ),
  ),
}
