import { negate } from '@qitao/core/quantity.ts'
import { matchAgain } from '@qitao/manufacturing/server'
import { rows } from '@qitao/platform/server/database/database.ts'
import { lockPurchaseOrdersOf, recordSentBack } from '@qitao/purchasing/server'
import type { SendBack } from '@qitao/quality/server'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import { outOfBins, post, recordTrace } from '@qitao/stock/server'
import { sql } from 'kysely'
import { linesToReturn } from '../model/receipt.rules.ts'
import { inboundType, outboundStatus, outboundType, receiptsType } from '../model/receipt.status.ts'
import { insertReceipt } from './receipt.handlers.ts'
import { piecesOf } from './receipt-pieces.ts'

const { defective } = judgedQuality.codes

/**
 * What failed its inspection goes back to its supplier by a purchase return, of the lines of the order that it came by: as much of them
 * is to come again, until the buyer closes the order.
 */
export const sendBack: SendBack = async (context, goods) => {
  const { tx, org_id } = context
  const { source_id, material_id, location_id, lot_number, quantity, serial_numbers, because } = goods
  const [from] = await rows(
    tx,
    sql<{
      supplier_id: string | null
    }>`select supplier_id from receipt where org_id = ${org_id} and id = ${source_id} and receipts_type = ${receiptsType.inbound}`,
  )
  const supplier_id = from?.supplier_id ?? goods.supplier_id
  if (supplier_id === null) return undefined
  const ofReceipt = sql`l.org_id = ${org_id} and l.receipt_id = ${source_id} and l.material_id = ${material_id}
    and l.source_line_id in (select y.id from receipt r join purchase_order_line y on y.org_id = r.org_id
      where r.org_id = ${org_id} and r.id = ${source_id} and r.receipt_type = ${inboundType.codes.purchase} and y.material_id = ${material_id})`
  const came = await rows(
    tx,
    sql<{ line_id: string }>`select l.source_line_id as line_id from receipt_line l where ${ofReceipt}`,
  )
  await lockPurchaseOrdersOf(
    tx,
    org_id,
    came.map(({ line_id }) => line_id),
  )
  const bought = await rows(
    tx,
    sql<{ id: string; order_id: string; quantity: string }>`select y.id, y.order_id, y.received_quantity as quantity
      from receipt_line l join purchase_order_line y on y.org_id = l.org_id and y.id = l.source_line_id
      where ${ofReceipt} group by y.id, y.order_id, y.received_quantity
      order by bool_or(coalesce(l.lot_number, '') = ${lot_number}) desc, min(l.line_no)`,
  )
  const parts = linesToReturn(bought, quantity)
  const orders = new Set(
    bought.filter(({ id }) => parts.some(part => part.source_line_id === id)).map(one => one.order_id),
  )
  const { id, no } = await insertReceipt(
    context,
    'outbound',
    {
      ...{ no: null, receipt_type: outboundType.codes.purchase_return, warehouse_id: null, supplier_id, mo_id: null },
      ...{ customer_id: null, order_id: null, purchase_order_id: orders.size === 1 ? [...orders][0]! : null },
      ...{ receipt_date: null, remark: because },
      lines: parts.map(part => ({
        ...{
          ...part,
          material_id,
          location_id,
          lot_number: lot_number || null,
          quality_status: defective,
          remark: null,
        },
      })),
    },
    outboundStatus.codes.completed,
  )
  await sql`update receipt_line set done_quantity = quantity where org_id = ${org_id} and receipt_id = ${id}`.execute(
    tx,
  )
  await recordSentBack(
    tx,
    org_id,
    parts.map(part => ({ line_id: part.source_line_id, quantity: part.quantity })),
  )
  const out = {
    ...{ movement_type: movementType.codes.purchase_return, receipt_no: no, source_type: 'receipt', source_id: id },
    ...{ material_id, location_id, lot_number, quality_status: defective, quantity: negate(quantity) },
  }
  const pieces = await piecesOf(
    tx,
    org_id,
    'outbound',
    { id, no, receipt_type: outboundType.codes.purchase_return, mo_id: null },
    [{ line: { material_id }, lot_number: lot_number || null, serial_numbers }],
  )
  await post(tx, { org_id, movements: await outOfBins(tx, org_id, [out]) })
  await recordTrace(tx, pieces)
  const source_ids = parts.flatMap(part => part.source_line_id ?? [])
  if (source_ids.length > 0) await matchAgain(context, { source_ids, mo_ids: [], material_ids: [material_id] })
  return { id, no }
}
