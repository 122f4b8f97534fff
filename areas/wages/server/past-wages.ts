import type { Instant } from '@qitao/core/time.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import { periodStatus, sheetStatus } from '../model/wages.status.ts'
import { loadWages, wagesOf } from './compute.ts'

interface PastPeriod {
  readonly no: string
  readonly start_time: Instant
  readonly end_time: Instant
}
/**
 * Wages of a past that is entered later, one period after the other: computed by the rule of any other period from the reports that are
 * there. All are locked but the last, which is for somebody to check and send.
 */
export async function enterPastWages(
  tx: Tx,
  org_id: string,
  periods: readonly PastPeriod[],
  now: Instant,
): Promise<void> {
  const last = periods.length - 1
  const stored = periods.map((period, index) => ({
    ...{ ...period, id: newId(), computed_time: now, locked_time: index < last ? now : null },
    status: index < last ? periodStatus.codes.locked : periodStatus.codes.open,
  }))
  const whole = { ...stored[0]!, status: periodStatus.codes.open, row_version: 0, end_time: stored[last]!.end_time }
  const facts = await loadWages(tx, org_id, whole, [whole])
  const wages = await Promise.all(
    stored.map(({ start_time, end_time }) =>
      wagesOf({
        ...facts,
        reports: facts.reports.filter(one => one.report_time >= start_time && one.report_time < end_time),
      }),
    ),
  )
  await insertRows(tx, 'wage_period', stored)
  await insertRows(
    tx,
    'wage_line',
    stored.flatMap(({ id: period_id }, index) =>
      wages[index]!.lines.map((line, at) => ({ ...line, period_id, line_no: at + 1 })),
    ),
  )
  await insertRows(
    tx,
    'wage_sheet',
    stored.flatMap(({ id: period_id }, index) =>
      wages[index]!.sheets.map(sheet => ({
        ...{ ...sheet, id: newId(), period_id },
        status: index < last ? sheetStatus.codes.locked : sheetStatus.codes.open,
      })),
    ),
  )
}
