import { moneyDecimals, type Quantity, quantityDecimals } from '@qitao/core/quantity.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import type { Instant } from '@qitao/core/time.ts'
import { wageType } from '@qitao/masterdata/model/process/wage-type.status.ts'
import { groupSplit, type sheetStatus, supplementKind, wageKind } from './wages.status.ts'

/**
 * Wages in whole numbers: quantities, rates and weights in millionths, money in cents. What a group gets is rounded once, half up,
 * and its cents are dealt by the largest remainders, so that parts and whole agree to the cent.
 */
type Micro = bigint
type Cents = bigint
const microOf = (value: Quantity): Micro => scaled(value, quantityDecimals)
const centsOf = (value: Quantity): Cents => scaled(value, moneyDecimals)
const quantityOf = (value: Micro): Quantity => unscaled(value, quantityDecimals)
const moneyOf = (value: Cents): Quantity => unscaled(value, moneyDecimals)

function scaled(value: Quantity, decimals: number): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`)
}
function unscaled(value: bigint, decimals: number): Quantity {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** `numerators[i] / denominator` each, as whole numbers whose sum is the sum of the shares, rounded half up. */
export function apportion(numerators: readonly bigint[], denominator: bigint): bigint[] {
  const whole = numerators.reduce((total, one) => total + one, 0n)
  const parts = numerators.map(one => one / denominator)
  let rest = (2n * whole + denominator) / (2n * denominator) - parts.reduce((total, one) => total + one, 0n)
  if (rest === 0n) return parts
  const remainders = numerators.map((one, index) => ({ index, remainder: one % denominator }))
  // Of equal remainders the first named comes first.
  remainders.sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of remainders) {
    if (rest === 0n) break
    parts[index]! += 1n
    rest -= 1n
  }
  return parts
}

export interface Rate {
  readonly process_id: string
  readonly material_id: string | null
  readonly grade: string | null
  readonly wage_type: number
  readonly rate: Quantity
  readonly deduction: Quantity
  readonly split: number
  readonly valid_from: Instant
}
export interface Grade {
  readonly user_id: string
  readonly grade: string | null
  readonly coefficient: Quantity
  readonly valid_from: Instant
}
/** A report that is approved and was not undone. */
export interface WorkedReport {
  readonly id: string
  readonly process_id: string
  readonly material_id: string
  readonly report_time: Instant
  readonly finished_quantity: Quantity
  readonly defective_quantity: Quantity
  readonly work_seconds: number
  readonly user_ids: readonly string[]
  readonly user_seconds: readonly number[] | null
  /** Its own period is locked: what it is worth is a correction of this one. */
  readonly late: boolean
}
export interface EarnedLine {
  readonly user_id: string
  readonly kind: number
  readonly report_id: string | null
  readonly supplement_id: string | null
  readonly quantity: Quantity
  readonly work_seconds: number
  readonly rate: Quantity | null
  readonly amount: Quantity
}
/** A process and product, for a grade, that pays nothing. */
export interface WithoutRate {
  readonly process_id: string
  readonly material_id: string | null
  readonly grade: string | null
  /** Reports and supplements. */
  count: number
}

export type RateBook = (of: {
  process_id: string
  material_id: string
  grade: string | null
  at: Instant
}) => Rate | undefined
export type GradeBook = (user_id: string, at: Instant) => Grade | undefined

const latestFirst = <T extends { valid_from: Instant }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => b.valid_from - a.valid_from)
const keyOf = (process_id: string, material_id: string | null, grade: string | null): string =>
  `${process_id} ${material_id ?? ''} ${grade ?? ''}`

/** One of the product counts before any, then one of the grade, then the newest that has begun. */
export function rateBook(rates: readonly Rate[]): RateBook {
  const books = Map.groupBy(latestFirst(rates), rate => keyOf(rate.process_id, rate.material_id, rate.grade))
  return ({ process_id, material_id, grade, at }) => {
    for (const product of [material_id, null])
      for (const of of grade === null ? [null] : [grade, null]) {
        const found = books.get(keyOf(process_id, product, of))?.find(({ valid_from }) => valid_from <= at)
        if (found) return found
      }
    return undefined
  }
}
export function gradeBook(grades: readonly Grade[]): GradeBook {
  const books = Map.groupBy(latestFirst(grades), ({ user_id }) => user_id)
  return (user_id, at) => books.get(user_id)?.find(({ valid_from }) => valid_from <= at)
}

const microUnit = 10n ** BigInt(quantityDecimals)
/** Quantity by rate by weight, in millionths each, over the weights: cents. */
const centsPerMicro = microUnit * microUnit
const hundred = 100n
/** Seconds by rate in millionths: cents. */
const secondsToCents = 3600n * microUnit

/** What a report pays, and to whom; what of it has no rate is noted. */
export function earnedBy(
  report: WorkedReport,
  rateOf: RateBook,
  gradeOf: GradeBook,
  note: (process_id: string, material_id: string, grade: string | null) => void,
): EarnedLine[] {
  const at = report.report_time
  const people = report.user_ids.map((user_id, index) => {
    const of = gradeOf(user_id, at)
    const grade = of?.grade ?? null
    const rate = rateOf({ ...report, grade, at })
    if (!rate) note(report.process_id, report.material_id, grade)
    // What the report says of the time holds for each of them, where it does not say it of each.
    return {
      user_id,
      rate,
      coefficient: of?.coefficient ?? '1',
      seconds: report.user_seconds?.[index] ?? report.work_seconds,
    }
  })
  const byCoefficient = people.every(({ rate }) => rate?.split === groupSplit.codes.coefficient)
  const wanted = people.map(({ coefficient, seconds }) => (byCoefficient ? microOf(coefficient) : BigInt(seconds)))
  const weights = wanted.some(weight => weight > 0n) ? wanted : people.map(() => 1n)
  const weight = weights.reduce((total, one) => total + one, 0n)
  const good = microOf(report.finished_quantity)
  const bad = microOf(report.defective_quantity)
  const isHourly = people.map(({ rate }) => rate?.wage_type === wageType.codes.hour)
  const share = (of: Micro) =>
    apportion(
      weights.map(one => of * one),
      weight,
    )
  const worth = (of: Micro, rates: readonly Micro[]) =>
    apportion(
      rates.map((rate, index) => of * rate * weights[index]! * hundred),
      centsPerMicro * weight,
    )
  const goods = share(good)
  const bads = share(bad)
  const pieces = worth(
    good,
    people.map(({ rate }, index) => (rate && !isHourly[index] ? microOf(rate.rate) : 0n)),
  )
  const deductions = worth(
    bad,
    people.map(({ rate }) => (rate ? microOf(rate.deduction) : 0n)),
  )
  return people.flatMap(({ user_id, rate, seconds }, index) => {
    const hourly = isHourly[index]!
    const hours = hourly ? apportion([BigInt(seconds) * microOf(rate!.rate) * hundred], secondsToCents)[0]! : 0n
    const line = (kind: number, amount: Cents, more: Partial<EarnedLine>): EarnedLine => ({
      ...{ user_id, report_id: report.id, supplement_id: null, quantity: '0', work_seconds: 0, rate: null },
      ...more,
      kind: report.late ? wageKind.codes.correction : kind,
      amount: moneyOf(amount),
    })
    const { piece, hour, deduction } = wageKind.codes
    return [
      ...(hourly
        ? [line(hour, hours, { quantity: quantityOf(goods[index]!), work_seconds: seconds, rate: rate!.rate })]
        : good > 0n
          ? [line(piece, pieces[index]!, { quantity: quantityOf(goods[index]!), rate: rate?.rate ?? null })]
          : []),
      ...(bad > 0n
        ? [line(deduction, -deductions[index]!, { quantity: quantityOf(bads[index]!), rate: rate?.deduction ?? null })]
        : []),
    ]
  })
}

export interface PaidSupplement {
  readonly id: string
  readonly user_id: string
  readonly kind: number
  readonly sheet_date: Instant
  readonly process_id: string | null
  readonly material_id: string | null
  readonly quantity: Quantity
  readonly work_seconds: number
  readonly wage: Quantity
  /** Nobody typed its amount: the rate of its day makes it, whatever that has become. */
  readonly by_rate: boolean
  readonly late: boolean
}
/** What locked periods have paid for something that was taken back since. */
export interface PaidBack {
  readonly user_id: string
  readonly report_id: string | null
  readonly supplement_id: string | null
  readonly amount: Quantity
}
export interface WageFacts {
  readonly rates: readonly Rate[]
  readonly grades: readonly Grade[]
  readonly reports: readonly WorkedReport[]
  readonly supplements: readonly PaidSupplement[]
  readonly back: readonly PaidBack[]
}
export interface SheetFigures {
  readonly user_id: string
  readonly quantity: Quantity
  readonly defective_quantity: Quantity
  readonly work_seconds: number
  readonly piece_wage: Quantity
  readonly hour_wage: Quantity
  readonly supplement_wage: Quantity
  readonly deduction_wage: Quantity
  readonly correction_wage: Quantity
  readonly total_wage: Quantity
}
export interface Wages {
  readonly lines: readonly EarnedLine[]
  readonly sheets: readonly SheetFigures[]
  readonly without_rate: readonly WithoutRate[]
  readonly total_wage: Quantity
}

/** Lines of a step: others have their turn after it. */
const linesAtOnce = 200

/** What a period pays, in small steps: a large one has a hundred thousand lines. */
export function* wageSteps({ rates, grades, reports, supplements, back }: WageFacts): Generator<void, Wages> {
  const rateOf = rateBook(rates)
  const gradeOf = gradeBook(grades)
  const missing = new Map<string, WithoutRate>()
  const { correction } = wageKind.codes
  const lines: EarnedLine[] = []
  const lacks = (process_id: string, material_id: string | null, grade: string | null) => {
    const key = keyOf(process_id, material_id, grade)
    const known = missing.get(key)
    if (known) known.count += 1
    else missing.set(key, { process_id, material_id, grade, count: 1 })
  }
  for (const [index, report] of reports.entries()) {
    if (index % linesAtOnce === 0) yield
    // Several people of a report lack the same rate once.
    const noted = new Set<string>()
    lines.push(
      ...earnedBy(report, rateOf, gradeOf, (process_id, material_id, grade) => {
        const key = keyOf(process_id, material_id, grade)
        if (!noted.has(key)) lacks(process_id, material_id, grade)
        noted.add(key)
      }),
    )
  }
  for (const [index, supplement] of supplements.entries()) {
    if (index % linesAtOnce === 0) yield
    lines.push(supplemented(supplement, rateOf, gradeOf, lacks))
  }
  for (const { amount, ...one } of back)
    lines.push({
      ...one,
      kind: correction,
      quantity: '0',
      work_seconds: 0,
      rate: null,
      amount: moneyOf(-centsOf(amount)),
    })
  const sheets = yield* sheetsOf(lines)
  const total = sheets.reduce((all, sheet) => all + centsOf(sheet.total_wage), 0n)
  return {
    ...{ lines, sheets, total_wage: moneyOf(total) },
    without_rate: [...missing.values()].sort((a, b) => b.count - a.count),
  }
}

/** The rate that pays an entry of pieces or of hours on its day. */
export function rateOfEntry(
  entry: Pick<PaidSupplement, 'user_id' | 'kind' | 'sheet_date' | 'material_id'> & { readonly process_id: string },
  rateOf: RateBook,
  gradeOf: GradeBook,
): { readonly rate: Rate | undefined; readonly grade: string | null } {
  const { process_id, material_id, sheet_date: at } = entry
  const grade = gradeOf(entry.user_id, at)?.grade ?? null
  const rate = rateOf({ process_id, material_id: material_id ?? '', grade, at })
  const wanted = entry.kind === supplementKind.codes.piece ? wageType.codes.piece : wageType.codes.hour
  return { rate: rate?.wage_type === wanted ? rate : undefined, grade }
}
function supplemented(
  supplement: PaidSupplement,
  rateOf: RateBook,
  gradeOf: GradeBook,
  note: (process_id: string, material_id: string | null, grade: string | null) => void,
): EarnedLine {
  const { id, user_id, kind, process_id, material_id, quantity, work_seconds, wage, by_rate, late } = supplement
  const line = (amount: Quantity, rate: Quantity | null): EarnedLine => ({
    ...{ user_id, report_id: null, supplement_id: id, quantity, work_seconds, rate, amount },
    kind: late ? wageKind.codes.correction : wageKind.codes.supplement,
  })
  if (kind === supplementKind.codes.deduction) return line(moneyOf(-centsOf(wage)), null)
  if (!by_rate || process_id === null) return line(moneyOf(centsOf(wage)), null)
  const { rate, grade } = rateOfEntry({ ...supplement, process_id }, rateOf, gradeOf)
  if (rate) return line(worthOf(rate, quantity, work_seconds), rate.rate)
  note(process_id, material_id, grade)
  return line(moneyOf(0n), null)
}

function* sheetsOf(lines: readonly EarnedLine[]): Generator<void, SheetFigures[]> {
  const { piece, hour, supplement, deduction, correction } = wageKind.codes
  const sheets = new Map<
    string,
    { good: Micro; bad: Micro; seconds: number; wages: Map<number, Cents>; total: Cents }
  >()
  for (const [index, { user_id, kind, quantity, work_seconds, amount }] of lines.entries()) {
    if (index % linesAtOnce === 0) yield
    const sheet = sheets.get(user_id) ?? { good: 0n, bad: 0n, seconds: 0, wages: new Map(), total: 0n }
    sheets.set(user_id, sheet)
    if (kind === piece || kind === hour) sheet.good += microOf(quantity)
    if (kind === deduction) sheet.bad += microOf(quantity)
    if (kind === hour) sheet.seconds += work_seconds
    const cents = centsOf(amount)
    sheet.wages.set(kind, (sheet.wages.get(kind) ?? 0n) + cents)
    sheet.total += cents
  }
  return [...sheets].map(([user_id, { good, bad, seconds, wages, total }]) => {
    const of = (kind: number) => moneyOf(wages.get(kind) ?? 0n)
    return {
      ...{ user_id, quantity: quantityOf(good), defective_quantity: quantityOf(bad), work_seconds: seconds },
      ...{ piece_wage: of(piece), hour_wage: of(hour), supplement_wage: of(supplement) },
      ...{ deduction_wage: of(deduction), correction_wage: of(correction), total_wage: moneyOf(total) },
    }
  })
}

/** What so many pieces, or so much time, are worth by a rate. */
export const worthOf = (rate: Rate, quantity: Quantity, work_seconds: number): Quantity =>
  moneyOf(
    rate.wage_type === wageType.codes.hour
      ? apportion([BigInt(work_seconds) * microOf(rate.rate) * hundred], secondsToCents)[0]!
      : apportion([microOf(quantity) * microOf(rate.rate) * hundred], centsPerMicro)[0]!,
  )

export interface SheetChange {
  readonly user_id: string
  readonly before: Quantity
  readonly after: Quantity
  readonly difference: Quantity
}
export type Stored = SheetFigures & { readonly id: string; readonly status: CodeOf<typeof sheetStatus> }
const figures = [
  ...(['quantity', 'defective_quantity', 'piece_wage', 'hour_wage'] as const),
  ...(['supplement_wage', 'deduction_wage', 'correction_wage', 'total_wage'] as const),
]
const isSame = (a: SheetFigures, b: SheetFigures): boolean =>
  a.work_seconds === b.work_seconds && figures.every(name => microOf(a[name]) === microOf(b[name]))

/** What a line pays and for what, as one word; how its numbers are written does not matter. */
const wordOf = ({ kind, report_id, supplement_id, quantity, work_seconds, rate, amount }: EarnedLine): string =>
  [
    ...[kind, report_id, supplement_id, microOf(quantity), work_seconds],
    ...[rate === null ? null : microOf(rate), centsOf(amount)],
  ].join(' ')
function* wordsByUser(lines: readonly EarnedLine[]): Generator<void, Map<string, string>> {
  const words = new Map<string, string[]>()
  for (const [index, line] of lines.entries()) {
    if (index % linesAtOnce === 0) yield
    const of = words.get(line.user_id)
    if (of) of.push(wordOf(line))
    else words.set(line.user_id, [wordOf(line)])
  }
  const joined = new Map<string, string>()
  for (const [user_id, of] of words) {
    joined.set(user_id, of.sort().join('\n'))
    yield
  }
  return joined
}

/**
 * Which sheets are new, other or no more; `changes` are those a person would see. A sheet is another when any of its lines is, though
 * the sums be the same: it is paid for other work.
 */
export function* compareSteps(
  stored: { readonly sheets: readonly Stored[]; readonly lines: readonly EarnedLine[] },
  wanted: Pick<Wages, 'sheets' | 'lines'>,
): Generator<void, Compared> {
  const now = new Map(stored.sheets.map(sheet => [sheet.user_id, sheet]))
  const then = new Map(wanted.sheets.map(sheet => [sheet.user_id, sheet]))
  const linesNow = yield* wordsByUser(stored.lines)
  const linesThen = yield* wordsByUser(wanted.lines)
  const added = wanted.sheets.filter(({ user_id }) => !now.has(user_id))
  const altered = wanted.sheets.flatMap(sheet => {
    const before = now.get(sheet.user_id)
    if (!before || (isSame(before, sheet) && linesNow.get(sheet.user_id) === linesThen.get(sheet.user_id))) return []
    return [{ ...sheet, id: before.id, status: before.status }]
  })
  const gone = stored.sheets.filter(({ user_id }) => !then.has(user_id))
  const changes: SheetChange[] = [...added, ...altered, ...gone].map(({ user_id }) => {
    const before = now.get(user_id)?.total_wage ?? '0.00'
    const after = then.get(user_id)?.total_wage ?? '0.00'
    return { user_id, before, after, difference: moneyOf(centsOf(after) - centsOf(before)) }
  })
  return { added, altered, gone, changes }
}
export interface Compared {
  readonly added: readonly SheetFigures[]
  readonly altered: readonly Stored[]
  readonly gone: readonly Stored[]
  readonly changes: readonly SheetChange[]
}
