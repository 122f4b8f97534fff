import { query } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'

/** Modules whose documents have numbers of their own (specification section 3; below the line ours). */
export const moduleCodes = ['SO', 'CKQT', 'RKQT', 'MO', 'CG', 'CGSQ', 'WW', 'DB', 'PD', 'ZJ', 'BD', 'XD'] as const

/** Proposes the next number of a module; nobody holds it, saving a document takes its own. */
export const generateSerialNumber = query('/mep_server/biz/order/generate_serial_number', {
  title: text('生成单号', 'Propose a document number'),
  grantedBy: 'signed_in',
  input: z.strictObject({ module_code: z.enum(moduleCodes).default('SO') }),
  output: z.object({ customer_serial_number: z.string() }),
})
