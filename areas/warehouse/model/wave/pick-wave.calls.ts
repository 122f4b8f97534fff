import { command, query } from '@qitao/core/call.ts'
import { id, ids, plainString } from '@qitao/core/field.ts'
import { fileOutput } from '@qitao/core/file.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { pickWave, pickWaveRow, walkShort, walkStop } from './pick-wave.record.ts'

const path = (name: string) => `/mep_server/biz/pick_wave/${name}`
const records = [pickWave]
/** Documents that are picked in one walk. */
const mostDocuments = 50
const some = z.array(id).max(mostDocuments).default([])

/** Ours: several documents are picked in one walk, each bin is visited once, and what is taken goes to each its own. */
export const pickWaveCalls = {
  list: query(path('query_pick_wave_list'), {
    title: text('查询拣货波次', 'List pick waves'),
    grantedBy: [pages.outbound, pages.scanWork],
    input: listInput({ open: z.boolean().optional() }),
    output: listOutput(pickWaveRow),
    records,
  }),
  /** Of goods issues that are open; of what work orders and order lines still want, receipts are made. */
  add: command(path('add_pick_wave'), {
    title: text('新建拣货波次', 'Make a pick wave'),
    grantedBy: [pages.outbound],
    input: z.strictObject({
      receipt_ids: some,
      mo_ids: some,
      order_line_ids: z.array(id).max(500).default([]),
      remark: plainString(255).nullish(),
    }),
    output: z.object({ id, no: z.string(), receipt_count: z.int() }),
    records,
  }),
  /** The documents stay, and may be picked alone or in another wave. */
  drop: command(path('bulk_drop_pick_wave'), {
    title: text('解散拣货波次', 'Dissolve pick waves'),
    grantedBy: [pages.outbound],
    input: z.strictObject({ ids: ids() }),
    output: bulkOutput,
  }),
  /** Where to walk for what is still open of a wave, of one receipt, or of the components of a work order. `without`: bins where the goods were not found. */
  walk: query(path('query_pick_walk'), {
    title: text('查询拣货路线', 'Show the walk of a pick'),
    grantedBy: [pages.outbound, pages.editReceipt, pages.scanWork],
    input: z.strictObject({
      wave_id: id.optional(),
      receipt_id: id.optional(),
      mo_id: id.optional(),
      without: z
        .array(z.strictObject({ material_id: id, location_id: id }))
        .max(200)
        .default([]),
    }),
    output: z.object({
      no: z.string(),
      line_count: z.int(),
      done_count: z.int(),
      stops: z.array(walkStop),
      short: z.array(walkShort),
    }),
    records,
  }),
  print: query(path('print_pick_wave'), {
    title: text('打印拣货单', 'Print pick lists'),
    grantedBy: [pages.outbound],
    input: z.strictObject({ ids: ids(10) }),
    output: fileOutput,
  }),
}
