import { query } from '@qitao/core/call.ts'
import { codeOf, id, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import { z } from 'zod'

const path = (name: string) => `/mep_server/biz/scan_work/${name}`

/** What can be worked off with a scanner: picked, received, counted. */
export const scanWorkKinds = ['wave', 'outbound', 'inbound', 'purchase_order', 'count'] as const
export type ScanWorkKind = (typeof scanWorkKinds)[number]

/** Ours: documents that wait for somebody with a scanner, or the one whose number was scanned. */
export const listScanWork = query(path('query_scan_work_list'), {
  title: text('查询扫码作业', 'List scan work'),
  grantedBy: [pages.scanWork],
  input: z.strictObject({ code: plainString(100).optional() }),
  output: z.object({
    result: z.array(
      z.object({
        kind: z.enum(scanWorkKinds),
        id,
        no: z.string(),
        /** Partner, order or warehouse. */
        about: z.string().nullable(),
        open_lines: z.int(),
        /** When it is to be done; null: nobody has said. */
        due_time: z.int().nullable(),
      }),
    ),
  }),
})
export type ScanWork = z.output<typeof listScanWork.output>['result'][number]

export const receiveLine = z.object({
  /** Of the receipt, or of the purchase order. */
  id,
  material_id: id,
  ...productShown,
  lot_managed: z.boolean(),
  serial_policy: z.int(),
  lot_number: z.string().nullable(),
  quality_status: codeOf(judgedQuality),
  location_id: id.nullable(),
  location_code: z.string().nullable(),
  open_quantity: z.string(),
  /** So much more than is open may come in. */
  over_quantity: z.string(),
})
export type ReceiveLine = z.output<typeof receiveLine>
/** Ours: what is still to come of a goods receipt, or of a purchase order. */
export const listReceiveLines = query(path('query_receive_line_list'), {
  title: text('查询待收明细', 'List lines to receive'),
  grantedBy: [pages.scanWork],
  input: z.strictObject({ kind: z.enum(['inbound', 'purchase_order']), id }),
  output: z.object({ no: z.string(), about: z.string().nullable(), lines: z.array(receiveLine) }),
})

/** More bins than a device has any use of. */
export const mostScanBins = 20_000
/** Ours: all bins that goods may be put into, for a device that reads their labels without a connection. */
export const listScanBins = query(path('query_scan_bin_list'), {
  title: text('查询扫码库位', 'List bins for scanning'),
  grantedBy: [pages.scanWork],
  input: z.strictObject({}),
  output: z.object({ result: z.array(z.object({ id, code: z.string() })) }),
})
