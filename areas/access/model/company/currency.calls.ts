import { nothing, query } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'

export const queryCurrency = query('/mep_server/factory/query_currency', {
  title: text('币种', 'Currencies'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: nothing,
  output: z.object({
    result: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        name_en: z.string(),
        symbol: z.string(),
        decimals: z.int(),
        /** Whether it is the company's own. */
        is_default: z.boolean(),
      }),
    ),
  }),
})
