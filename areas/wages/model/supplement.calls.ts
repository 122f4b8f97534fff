import { command, type Parsed, query } from '@qitao/core/call.ts'
import { id } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { approvalShown, type DocumentRow, singleOf } from '@qitao/document-kit/model/document.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { supplementSheet } from './supplement.record.ts'
import { wagePrefix } from './wage-rate.calls.ts'
import { wagesErrors } from './wages.errors.ts'
import { supplementStatus } from './wages.status.ts'

export const supplements = singleOf({
  record: supplementSheet,
  statuses: supplementStatus,
  prefix: wagePrefix,
  noun: 'supplement_sheet',
  reads: [pages.supplements, pages.wages],
  changes: [pages.supplements],
  notNow: wagesErrors.supplementNotNow,
  named: ['user_id', 'process_id'],
  shown: {
    ...approvalShown,
    material_code: z.string().nullable(),
    material_name: z.string().nullable(),
    period_no: z.string().nullable(),
  },
  filtered: ['user_id', 'kind'],
  dates: ['sheet_date'],
  bulk: ['submit', 'reverse'],
  grave: {
    reverse: text('已锁定期间的金额在下一期间更正', 'What a locked period has paid is corrected in the next'),
  },
  approval: 'BD',
  imports: true,
})
export const supplementCalls = supplements.calls
export type SupplementRow = DocumentRow<typeof supplements>
export type SupplementInput = Parsed<typeof supplementCalls.add>

export const showSupplement = query(`${wagePrefix}query_supplement_sheet_detail`, {
  title: text('查看补报单', 'Show supplement sheet'),
  grantedBy: [pages.supplements, pages.wages],
  input: z.strictObject({ id }),
  output: z.object({ record: supplements.row }),
  records: [supplementSheet],
})
/** Ours: the same entry for several people; all of them or none. */
export const addSupplements = command(`${wagePrefix}add_supplement_sheets`, {
  title: text('批量新增补报单', 'Add supplement sheets'),
  grantedBy: [pages.supplements],
  input: supplementSheet.input.omit({ user_id: true }).extend({ user_ids: z.array(id).min(1).max(200) }),
  output: z.object({ ids: z.array(id), nos: z.array(z.string()) }),
  records: [supplementSheet],
})
