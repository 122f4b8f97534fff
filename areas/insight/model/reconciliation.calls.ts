import { command, nothing, query } from '@qitao/core/call.ts'
import { codeOf, id, ids, instant, plainString, rowVersion } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { difference } from './reconciliation.record.ts'
import { differenceStatus } from './reconciliation.status.ts'

const base = '/mep_server/biz/reconciliation/'
const grantedBy = [pages.reconciliation]

export const differenceRow = z.object({
  id,
  row_version: rowVersion,
  check_key: z.string(),
  check_title: z.string(),
  object_id: id,
  object_no: z.string(),
  subject: z.string(),
  expected: z.string(),
  found: z.string(),
  status: codeOf(differenceStatus),
  found_time: instant,
  remedy: z.string(),
  /** The system can put it right. */
  correctable: z.boolean(),
  reason: z.string().nullable(),
  corrected_by_name: z.string().nullable(),
  corrected_time: instant.nullable(),
})
export type DifferenceRow = z.output<typeof differenceRow>

/** Ours, as all of this page. Differences of the last run and what came of earlier ones. */
export const queryDifferenceList = query(`${base}query_difference_list`, {
  title: text('核对差异', 'Differences'),
  grantedBy,
  input: listInput({
    check_key: plainString(50).optional(),
    statuses: z.array(codeOf(differenceStatus)).max(3).optional(),
  }),
  output: listOutput(differenceRow),
})

/** What is compared, how many differences are open in each, and when it was last looked at. */
export const queryReconciliation = query(`${base}query_reconciliation`, {
  title: text('核对概况', 'State of reconciliation'),
  grantedBy,
  input: nothing,
  output: z.object({
    last_run: z
      .object({
        started_time: instant,
        finished_time: instant.nullable(),
        started_by_name: z.string().nullable(),
        check_count: z.int(),
      })
      .nullable(),
    /** The run that goes on now. */
    job_id: id.nullable(),
    checks: z.array(
      z.object({
        key: z.string(),
        title: z.string(),
        remedy: z.string(),
        correctable: z.boolean(),
        open_count: z.int(),
      }),
    ),
  }),
})

export const addReconciliation = command(`${base}add_reconciliation`, {
  title: text('开始核对', 'Reconcile'),
  grantedBy,
  input: nothing,
  output: z.object({ job_id: id }),
})

/** Administrators only: derived figures are set to what they are derived from; the difference keeps who, when and why. */
export const correctDifferences = command(`${base}correct_difference`, {
  title: text('更正差异', 'Put differences right'),
  grantedBy,
  input: z.strictObject({ ids: ids(500), reason: difference.fields.reason.schema }),
  output: bulkOutput,
})
