import { query } from '@qitao/core/call.ts'
import { id, instant, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'

/** Ours: who changed what of a record, newest first. Answered to members who may open a page of the record. */
export const queryChangeLog = query('/mep_server/biz/organization/query_change_log', {
  title: text('修改记录', 'History of a record'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: z.strictObject({
    table_name: plainString(60),
    row_id: id,
    page: z.int().min(1).max(100_000).default(1),
    page_size: z.int().min(1).max(100).default(20),
  }),
  output: z.object({
    result: z.array(
      z.object({
        at: instant,
        /** Null when the system did it. */
        user_name: z.string().nullable(),
        operation: z.enum(['INSERT', 'UPDATE', 'DELETE']),
        /** Path of the call, or `job:` and its type. */
        cause: z.string().nullable(),
        /** Of a line of the document: which one, as it was called then. */
        line: z.object({ no: z.int(), material_id: id }).nullable(),
        changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      }),
    ),
    total: z.int(),
  }),
})
