import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'

/** Most bins that are made at once. */
export const mostBins = 2000
const problem = (zh: string, en: string, data: Readonly<Record<string, string | number>> = {}) => ({
  detail: text(zh, en),
  ...data,
})
type Problem = { readonly detail: Text } & Readonly<Record<string, unknown>>

/** The codes from one to another: each number in them runs from its first to its last, the rear ones first; or why there are none. */
export function codesBetween(from: string, to: string): readonly string[] | Problem {
  const [first, last] = [partsOf(from.trim()), partsOf(to.trim())]
  const isAlike =
    first.length === last.length &&
    first.every((part, at) => isNumber(part) === isNumber(last[at]!) && (isNumber(part) || part === last[at]))
  if (!isAlike || !first.some(isNumber))
    return problem(
      '起止库位编号须只在数字处不同，如 A-01-01 到 A-10-05',
      'The two codes differ in their numbers only, as A-01-01 and A-10-05',
    )
  const ranges = first.map((part, at) => {
    if (!isNumber(part)) return { begin: 0, count: 1, show: () => part }
    const begin = Number(part)
    return { begin, count: Number(last[at]) - begin + 1, show: (n: number) => String(n).padStart(part.length, '0') }
  })
  if (ranges.some(({ count }) => count < 1))
    return problem('结束编号不能小于起始编号', 'No number of the last code is below that of the first')
  const count = ranges.reduce((product, range) => product * range.count, 1)
  if (count > mostBins)
    return problem('共{count}个库位，一次最多{most}个', '{count} bins; at most {most} are made at once', {
      count,
      most: mostBins,
    })
  return ranges.reduce<string[]>(
    (codes, { begin, count: of, show }) =>
      codes.flatMap(code => Array.from({ length: of }, (_, n) => `${code}${show(begin + n)}`)),
    [''],
  )
}
const partsOf = (code: string): string[] => code.match(/\d+|\D+/g) ?? []
const isNumber = (part: string): boolean => /^\d{1,9}$/.test(part)
export const isCodes = (found: readonly string[] | Problem): found is readonly string[] => Array.isArray(found)

export function expectCodes(from: string, to: string): readonly string[] {
  const found = codesBetween(from, to)
  return isCodes(found)
    ? found
    : refuse(generalErrors.badParameter, { field: 'to_code', field_title: text('结束编号', 'Last code'), ...found })
}
