import { affected, command, nothing, query } from '@qitao/core/call.ts'
import { instant, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { moduleCodes } from './serial-number.rules.ts'

const module_code = z.enum(moduleCodes)
const date_part = z.enum(['day', 'month', 'year', 'none'])

/** Proposes the next number of a module; nobody holds it, saving a document takes its own. */
export const generateSerialNumber = query('/mep_server/biz/order/generate_serial_number', {
  title: text('生成单号', 'Propose a document number'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: z.strictObject({ module_code: module_code.default('SO') }),
  output: z.object({ customer_serial_number: z.string() }),
})

export const serialRuleRow = z.object({
  module_code,
  prefix: z.string(),
  date_part,
  /** The next number under this rule; null when its period is used up. */
  next_number: z.string().nullable(),
  updated_time: instant.nullable(),
  updated_by_name: z.string().nullable(),
})
export type SerialRuleRow = z.output<typeof serialRuleRow>

/** Ours: how the numbers of each module are written. */
export const querySerialRules = query('/mep_server/biz/serial_number/query_serial_rule_list', {
  title: text('编号规则', 'Numbering rules'),
  grantedBy: [pages.settings],
  input: nothing,
  output: z.object({ result: z.array(serialRuleRow) }),
})
export const setSerialRules = command('/mep_server/biz/serial_number/set_serial_rule_list', {
  title: text('设置编号规则', 'Set numbering rules'),
  grantedBy: [pages.settings],
  input: z.strictObject({
    rules: z
      .array(z.strictObject({ module_code, prefix: plainString(50), date_part }))
      .min(1)
      .max(moduleCodes.length),
  }),
  output: affected,
})
