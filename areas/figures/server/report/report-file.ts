import type { Parsed } from '@qitao/core/call.ts'
import type { FileAnswer } from '@qitao/core/file.ts'
import { mostRows } from '@qitao/core/page.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Language, say, type Text, text } from '@qitao/core/text.ts'
import { excelErrors } from '@qitao/platform/server/excel/excel.errors.ts'
import { exportFile } from '@qitao/platform/server/excel/export.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import type { showReport } from '../../model/figure.calls.ts'
import { periodName } from '../../model/figure.rules.ts'
import { type HeadingName, nameOfValue, sheetOf } from '../../model/report/report-sheet.rules.ts'
import { reportOf } from '../../model/report/reports.ts'
import type { ToldReport } from './report.ts'

type Asked = Parsed<typeof showReport>
export const titleOfReport = ({ report_type }: Pick<Asked, 'report_type'>): Text =>
  report_type === undefined ? text('自选指标', 'Own choice') : reportOf(report_type).title

export const headingNames =
  (
    { across, time_dimension }: Pick<Asked, 'across' | 'time_dimension'>,
    zone: string,
    language: Language,
  ): HeadingName =>
  ({ period, key, name }) =>
    period !== null || across === undefined || across === 'period'
      ? periodName(period ?? 0, time_dimension, zone)
      : say(nameOfValue(across, key, name), language)

/** As the page shows it: an Excel file of one sheet. */
export function reportFile(
  asked: Asked,
  told: ToldReport,
  context: Pick<Context, 'language' | 'member' | 'now'>,
  title: Text = titleOfReport(asked),
): Promise<FileAnswer> {
  if (told.result.length > mostRows) refuse(excelErrors.exportLimit, { limit: mostRows })
  const { fields, rows } = sheetOf(told, asked, headingNames(asked, context.member.time_zone, context.language))
  return exportFile(context, { title, fields }, rows)
}
