import { type Day, dayOf, hourSeconds, type Instant, startOfDay } from '@qitao/core/time.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { enterPastPurchases } from '@qitao/purchasing/server'
import { enterPastOrders } from '@qitao/sales/server'
import { inboundType, outboundType } from '@qitao/warehouse/model/receipt.status.ts'
import { enterPastReceipts, type PastReceipt } from '@qitao/warehouse/server'
import { bikes, rawMaterials } from '../../model/sample/materials.ts'
import { keyOfLine, pastPurchases, pastSales, pastUses } from '../../model/sample/past.ts'
import type { Clerk } from '../clerk.ts'
import type { Ids } from './ids.ts'
import type { Partners, Plant } from './make-masterdata.ts'
import { makePastProduction } from './make-past-production.ts'
import { binOf } from './make-trade.ts'

const salesPrice = new Map(bikes.map(one => [one[0], one[6]]))
const purchasePrice = new Map(rawMaterials.map(one => [one[0], one[7]]))
/** Goods come in the morning, are used at noon and leave in the afternoon. */
const hours = { came: 9, used: 12, made: 20, left: 16 }

interface Made {
  readonly partners: Partners
  readonly people: Ids
  readonly plant: Plant
}
/** What was sold, made, shipped, used and bought before: by sets, and by the same ledger as everything else. */
export async function makePast(
  clerk: Clerk,
  materials: Ids,
  bins: Ids,
  { partners, people, plant }: Made,
): Promise<void> {
  const { tx, org_id, user_id, now, zone } = clerk
  const today = dayOf(now, zone)
  const at = (day: Day, hour = 0): Instant => startOfDay(day, zone) + hour * hourSeconds
  const place = (material: string) => ({ material_id: materials.of(material), location_id: bins.of(binOf(material)) })
  /** A number of the day, as the product would have given it then. */
  const numbers = new Map<string, number>()
  const no = (prefix: string, day: Day): string => {
    const key = `${prefix}${day.replaceAll('-', '')}`
    const count = (numbers.get(key) ?? 0) + 1
    numbers.set(key, count)
    return `${key}${String(count).padStart(4, '0')}`
  }
  const receipts: PastReceipt[] = []

  const sales = pastSales(today).map(sale => ({
    ...{ sale, id: newId(), no: no('SO', sale.ordered), customer_id: partners.customers.of(sale.customer) },
    ...{ order_date: at(sale.ordered), delivery_date: at(sale.wanted), delivered_time: at(sale.shipped, hours.left) },
    lines: sale.lines.map(({ material, quantity }) => ({
      ...{ id: newId(), material, material_id: materials.of(material) },
      ...{ quantity: String(quantity), price: salesPrice.get(material) ?? null },
    })),
  }))
  await enterPastOrders(tx, user_id, sales)
  const mos = await makePastProduction(clerk, pastSales(today), materials, people, plant, no)
  for (const { sale, id: order_id, customer_id, lines } of sales) {
    // Each work order has a receipt of its own; what was made before those are known has one a day.
    const byMo = Map.groupBy(lines, ({ material }) => mos.get(keyOfLine(sale, material)))
    for (const [mo_id, own] of byMo)
      receipts.push({
        ...{ direction: 'inbound', receipt_type: inboundType.codes.completion, no: no('RKQT', sale.made) },
        ...{ at: at(sale.made, hours.made), ...(mo_id ? { mo_id } : {}) },
        lines: own.map(({ material, quantity }) => ({ ...place(material), quantity })),
      })
    receipts.push({
      ...{ direction: 'outbound', receipt_type: outboundType.codes.sales, no: no('CKQT', sale.shipped) },
      ...{ at: at(sale.shipped, hours.left), order_id, customer_id },
      lines: lines.map(({ id, material, quantity }) => ({ ...place(material), quantity, source_line_id: id })),
    })
  }

  const purchases = pastPurchases(today).map(purchase => ({
    ...{ purchase, id: newId(), no: no('CG', purchase.ordered), supplier_id: partners.suppliers.of(purchase.supplier) },
    ...{ order_date: at(purchase.ordered), eta: at(purchase.due), arrival_time: at(purchase.came, hours.came) },
    lines: purchase.lines.map(({ material, quantity }) => ({
      ...{ id: newId(), material, material_id: materials.of(material) },
      ...{ quantity: String(quantity), price: purchasePrice.get(material)! },
    })),
  }))
  await enterPastPurchases(tx, user_id, purchases)
  for (const { purchase, id: purchase_order_id, supplier_id, lines } of purchases)
    receipts.push({
      ...{ direction: 'inbound', receipt_type: inboundType.codes.purchase, no: no('RKQT', purchase.came) },
      ...{ at: at(purchase.came, hours.came), purchase_order_id, supplier_id },
      lines: lines.map(({ id, material, quantity }) => ({ ...place(material), quantity, source_line_id: id })),
    })
  for (const { day, lines } of pastUses(today))
    receipts.push({
      ...{ direction: 'outbound', receipt_type: outboundType.codes.picking, no: no('CKQT', day) },
      ...{ at: at(day, hours.used) },
      lines: lines.map(({ material, quantity }) => ({ ...place(material), quantity: String(quantity) })),
    })
  await enterPastReceipts(tx, org_id, user_id, receipts)
}
