import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { wagePeriod } from './wage-sheet.record.ts'
import { wagesErrors } from './wages.errors.ts'
import { periodStatus, sheetStatus } from './wages.status.ts'

export interface PeriodFacts {
  readonly id: string
  readonly no: string
  readonly row_version: number
  readonly status: number
  readonly start_time: Instant
  readonly end_time: Instant
}
const { locked } = periodStatus.codes

/** Until when all is locked; 0 when nothing is. */
export const lockedUntil = (periods: readonly PeriodFacts[]): Instant =>
  Math.max(0, ...periods.filter(({ status }) => status === locked).map(({ end_time }) => end_time))
/** The one whose turn it is to be locked: corrections of what was locked go to it. */
export const firstOpen = (periods: readonly PeriodFacts[]): PeriodFacts | undefined =>
  periods.filter(({ status }) => status !== locked).sort((a, b) => a.start_time - b.start_time)[0]

/** Whatever changes what a locked period has paid is refused: `days` are the days from which it would. */
export function expectUnlocked(
  periods: readonly PeriodFacts[],
  field: { name: string; title: { zh: string; en: string } },
  ...days: readonly Instant[]
): void {
  const until = lockedUntil(periods)
  if (days.every(day => day >= until)) return
  const of = periods.filter(({ status, end_time }) => status === locked && end_time === until)[0]!
  refuse(wagesErrors.periodLocked, {
    field: field.name,
    field_title: field.title,
    no: of.no,
    detail: text(
      '期间{no}已锁定，请填写锁定之后的日期，差额将作为更正计入',
      'Period {no} is locked: enter a later day, what differs is paid as a correction',
    ),
  })
}

/** Where a new period begins: where the last ends, or as the first one says. */
export function newPeriod(
  periods: readonly PeriodFacts[],
  wanted: { start_time?: Instant | null | undefined; end_time: Instant },
): { start_time: Instant; end_time: Instant } {
  const last = periods.reduce<PeriodFacts | undefined>((a, b) => (a && a.end_time > b.end_time ? a : b), undefined)
  const { fields } = wagePeriod
  const start_time = last?.end_time ?? wanted.start_time
  if (start_time === null || start_time === undefined)
    refuse(generalErrors.fieldRequired, { field: 'start_time', field_title: fields.start_time.title })
  if (last && wanted.start_time !== null && wanted.start_time !== undefined && wanted.start_time !== last.end_time)
    refuse(wagesErrors.notInTurn, {
      field: 'start_time',
      field_title: fields.start_time.title,
      no: last.no,
      detail: text('新期间从{no}结束之日开始', 'It begins where {no} ends'),
    })
  if (wanted.end_time <= start_time)
    refuse(generalErrors.badParameter, {
      field: 'end_time',
      field_title: fields.end_time.title,
      detail: text('结束日期必须晚于开始日期', 'It must end after it begins'),
    })
  return { start_time, end_time: wanted.end_time }
}

export function expectOpen(period: PeriodFacts): void {
  if (period.status === locked) refuse(wagesErrors.periodLocked, { no: period.no })
}
/** Only the last is taken away: no gap is left between two. */
export function expectLast(period: PeriodFacts, periods: readonly PeriodFacts[]): void {
  expectOpen(period)
  if (periods.some(({ start_time }) => start_time > period.start_time))
    refuse(wagesErrors.notInTurn, { detail: text('只能删除最后一个期间', 'Only the last period can be deleted') })
}

/** Locked in turn, once it is over, with figures that are still right and that nobody disputes or has still to see. */
export function expectLockable(
  period: PeriodFacts,
  of: { periods: readonly PeriodFacts[]; sheets: readonly { status: number }[]; changed: number; now: Instant },
): void {
  expectOpen(period)
  const first = firstOpen(of.periods)
  if (first && first.id !== period.id)
    refuse(wagesErrors.notInTurn, {
      no: first.no,
      detail: text('请先锁定期间{no}', 'Lock the period {no} first'),
    })
  const count = (status: number) => of.sheets.filter(sheet => sheet.status === status).length
  if (period.end_time > of.now) refuse(wagesErrors.notLockable, { detail: text('期间尚未结束', 'It is not over yet') })
  if (of.changed > 0)
    refuse(wagesErrors.notLockable, {
      count: of.changed,
      detail: text('{count}人的工资已有变化，请先重算', 'The wages of {count} people have changed: recalculate first'),
    })
  const disputed = count(sheetStatus.codes.disputed)
  if (disputed > 0)
    refuse(wagesErrors.notLockable, {
      count: disputed,
      detail: text('{count}人有异议，请先答复', '{count} people dispute theirs: answer them first'),
    })
  const unsent = count(sheetStatus.codes.open)
  if (unsent > 0)
    refuse(wagesErrors.notLockable, {
      count: unsent,
      detail: text('{count}人的工资尚未发送确认', 'The wages of {count} people were not sent to them yet'),
    })
}
