import { command, exportOf, query } from '@qitao/core/call.ts'
import { because, id, plainString } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { productSerial } from './product-serial.record.ts'
import { mostSerials } from './product-serial.rules.ts'

/** Handled by the warehouse, which knows receipts too. */
const grantedBy = [pages.manufacturingOrders, pages.inbound]
const base = '/mep_server/biz/serial_number/'
const records = [productSerial]

// These three are handled in `areas/warehouse/server/product-serial.handlers.ts`.
/** `prefix` with four digits after it; without one by the company's rule. `serial_nos`: numbers that exist already, as on bought parts. */
export const addProductSerials = command(`${base}add_serial_number`, {
  title: text('生成序列号', 'Make serial numbers'),
  grantedBy,
  input: z.strictObject({
    material_id: id,
    mo_id: id.optional(),
    receipt_id: id.optional(),
    count: z
      .number()
      .refine(count => Number.isInteger(count) && count > 0, because(generalErrors.positiveIntegerRequired)),
    prefix: plainString(30).optional(),
    serial_nos: z.array(plainString(50)).max(mostSerials).optional(),
  }),
  output: z.object({ result: z.array(productSerial.row) }),
  records,
})
export const queryProductSerials = query(`${base}query_serial_number`, {
  title: text('序列号列表', 'Serial numbers'),
  grantedBy,
  input: listInput({
    material_id: id.optional(),
    mo_id: id.optional(),
    receipt_id: id.optional(),
    lot_number: plainString(50).optional(),
  }),
  output: listOutput(productSerial.row),
  records,
})
export const exportProductSerials = exportOf(queryProductSerials, `${base}export_serial_number`, {
  title: text('导出序列号', 'Export serial numbers'),
  grantedBy,
})
