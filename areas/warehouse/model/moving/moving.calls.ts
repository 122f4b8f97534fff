import { command, query } from '@qitao/core/call.ts'
import { id, plainString, positiveQuantity } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { transferLine } from '../transfer/transfer.record.ts'

const prefix = '/mep_server/biz/transfer/'
const editors = [pages.transfers, pages.editTransfer]
/** Who moves goods on the floor writes no documents. */
const movers = [...editors, pages.scanWork]

/** Ours: where goods may be taken from and put, for lines that are being written. */
export const proposeTransferBins = query(`${prefix}propose_transfer_bins`, {
  title: text('建议调拨库位', 'Propose bins of a transfer'),
  grantedBy: movers,
  input: z.strictObject({
    from_warehouse_id: id.nullish(),
    to_warehouse_id: id.nullish(),
    lines: z
      .array(
        z.strictObject({
          material_id: id,
          from_location_id: id.nullish(),
          lot_number: plainString(50).nullish(),
          /** Absent: any, however little. */
          quantity: positiveQuantity.nullish(),
        }),
      )
      .min(1)
      .max(500),
  }),
  output: z.object({
    /** As many as were asked for, in their order. */
    lines: z.array(
      z.object({
        from_location_id: id.nullable(),
        from_location_code: z.string().nullable(),
        lot_number: z.string().nullable(),
        available_quantity: z.string(),
        occupied_quantity: z.string(),
        to_location_id: id.nullable(),
        to_location_code: z.string().nullable(),
      }),
    ),
  }),
})
/** Ours: lines that fill the pick faces that hold less than their minimum, of these warehouses or of all. */
export const proposeReplenishment = query(`${prefix}propose_replenishment`, {
  title: text('建议补货', 'Propose replenishment'),
  grantedBy: editors,
  input: z.strictObject({ from_warehouse_id: id.nullish(), to_warehouse_id: id.nullish() }),
  output: z.object({
    lines: z.array(
      z.object({
        material_id: id,
        material_code: z.string(),
        material_name: z.string(),
        unit_name: z.string(),
        unit_precision: z.int(),
        lot_managed: z.boolean(),
        lot_number: z.string().nullable(),
        quantity: z.string(),
        from_location_id: id,
        from_location_code: z.string(),
        to_location_id: id,
        to_location_code: z.string(),
      }),
    ),
    /** What no free goods were found for. */
    unfilled: z.array(z.object({ location_code: z.string(), material_code: z.string(), quantity: z.string() })),
  }),
})
/** Ours: what a label means, exactly: a bin, or goods of the bin that was scanned before (by material, lot, supplier's lot or container). */
export const scanForTransfer = query(`${prefix}scan_for_transfer`, {
  title: text('调拨扫码', 'Scan for a transfer'),
  grantedBy: movers,
  input: z.strictObject({
    code: plainString(100).refine(code => code !== ''),
    from_location_id: id.nullish(),
    warehouse_id: id.nullish(),
  }),
  output: z.object({
    bins: z.array(z.object({ id, code: z.string() })),
    goods: z.array(
      z.object({
        material_id: id,
        material_code: z.string(),
        material_name: z.string(),
        unit_name: z.string(),
        unit_precision: z.int(),
        lot_managed: z.boolean(),
        lot_number: z.string().nullable(),
        available_quantity: z.string(),
        occupied_quantity: z.string(),
      }),
    ),
  }),
})
/** Ours: goods go to another bin at once, by a transfer of one line. */
export const moveNow = command(`${prefix}move_goods`, {
  title: text('移库', 'Move goods'),
  grantedBy: movers,
  input: z.strictObject({
    material_id: id,
    lot_number: plainString(50).nullish(),
    quantity: positiveQuantity,
    from_location_id: id,
    to_location_id: id,
  }),
  output: z.object({ id, no: z.string() }),
  records: [transferLine],
})
