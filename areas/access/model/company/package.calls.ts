import { nothing, query } from '@qitao/core/call.ts'
import { codeOf, instant } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'
import { featureEnable } from './feature-enable.status.ts'

export const queryPackages = query('/mep_server/biz/package/query', {
  title: text('应用包', 'Applications'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: nothing,
  output: z.object({
    result: z.array(
      z.object({
        app_code: z.string(),
        app_name: z.string(),
        expire_time: instant.nullable(),
        enabled: codeOf(featureEnable),
      }),
    ),
    /** The lite edition is among the authorised applications. */
    is_lite: z.boolean(),
  }),
})
