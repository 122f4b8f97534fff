import { plainCalls, query } from '@qitao/core/call.ts'
import { codeOf, id, plainString, positiveQuantity } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { fixedBin } from './fixed-bin.record.ts'
import { type PutReason, putReasons } from './put-away.rules.ts'
import { qualityStatus } from './quality.status.ts'

const prefix = '/mep_server/factory/'

export const fixedBinCalls = plainCalls(fixedBin, {
  ...{ prefix, noun: 'fixed_bin' },
  lists: [pages.locations],
  changes: [pages.locations],
})

/** Ours: where goods are put by the rules of the bins, before anything is written. */
export const proposePutAwayCall = query(`${prefix}propose_put_away`, {
  title: text('建议上架库位', 'Propose put-away'),
  grantedBy: [
    pages.inbound,
    pages.editReceipt,
    pages.transfers,
    pages.editTransfer,
    pages.arrivalPlan,
    pages.scanWork,
    pages.productionReport,
  ],
  input: z.strictObject({
    warehouse_id: id.nullish(),
    lines: z
      .array(
        z.strictObject({
          material_id: id,
          quantity: positiveQuantity,
          lot_number: plainString(50).nullish(),
          quality_status: codeOf(qualityStatus).default(qualityStatus.codes.finished),
          from_location_id: id.nullish(),
        }),
      )
      .min(1)
      .max(500),
  }),
  output: z.object({
    /** Parts of each line, in their order; without a bin: what no bin has room for. */
    lines: z.array(
      z.object({
        parts: z.array(
          z.object({
            location_id: id.nullable(),
            location_code: z.string().nullable(),
            quantity: z.string(),
            why: z.enum(Object.keys(putReasons) as [PutReason, ...PutReason[]]),
          }),
        ),
      }),
    ),
  }),
})
