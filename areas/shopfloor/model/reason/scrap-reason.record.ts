import { optional, readOnly, referenceField, textField } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'

/** Why pieces are bad, as the company names it: picked by two taps in a report, which keeps the words. */
export const scrapReason = record('scrap_reason', text('不良原因', 'Scrap reason'), {
  group_name: textField('类别', 'Group', 50),
  name: textField('原因', 'Reason', 100),
  /** Empty: of every process. */
  process_id: optional(referenceField('工序', 'Process', 'process')),
  process_name: readOnly(optional(textField('工序名称', 'Name of the process'))),
})
export type ScrapReasonRow = RowOf<typeof scrapReason>

export interface ReasonGroup {
  readonly name: string
  readonly reasons: readonly string[]
}
/** The reasons that may be given at a process, by their groups, in the order of the words. */
export function reasonTree(
  rows: readonly Pick<ScrapReasonRow, 'group_name' | 'name' | 'process_id'>[],
  process_id: string,
): ReasonGroup[] {
  const here = rows.filter(row => row.process_id === null || row.process_id === process_id)
  return [...Map.groupBy(here, row => row.group_name)].map(([name, of]) => ({
    name,
    reasons: [...new Set(of.map(row => row.name))],
  }))
}

interface GivenReasons {
  readonly defect_reason: string | null
  readonly defects: readonly { readonly reason: string }[]
}
/** Reasons that reports have given, each once. */
export const latelyGiven = (reports: readonly GivenReasons[]): string[] => [
  ...new Set(
    reports.flatMap(({ defects, defect_reason }) =>
      defects.length > 0 ? defects.map(({ reason }) => reason) : (defect_reason ?? []),
    ),
  ),
]
