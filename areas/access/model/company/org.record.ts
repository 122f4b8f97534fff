import { codeField, optional, readOnly, textField } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'

/** The company as its own members see it. */
export const org = record('org', text('公司', 'Company'), {
  company_code: readOnly(codeField('公司编码', 'Company code')),
  name: textField('公司名称', 'Company name', 100),
  industry: optional(textField('行业', 'Industry', 100)),
  /** IANA name; all days and shifts of the company are read in it. */
  time_zone: textField('时区', 'Time zone', 60),
  /** ISO 4217. */
  currency: codeField('币种', 'Currency', 3),
})

export const orgInfo = z.object({
  id: z.string(),
  company_code: z.string(),
  name: z.string(),
  industry: z.string().nullable(),
  time_zone: z.string(),
  currency: z.string(),
})
