import { multiply } from '@qitao/core/quantity.ts'
import { addDays, dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import { addPurchaseOrder } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { addSalesOrder, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import {
  containerCalls,
  containerTypeCalls,
  packContainer,
  showContainerStock,
} from '@qitao/stock/model/container.calls.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { locationCalls, warehouseCalls } from '@qitao/stock/model/warehouse.calls.ts'
import { post } from '@qitao/stock/server'
import { shipOrder } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { bikes, rawMaterials, semiFinished } from '../../model/sample/materials.ts'
import { beforeAll } from '../../model/sample/past.ts'
import * as trade from '../../model/sample/trade.ts'
import type { Clerk } from '../clerk.ts'
import { type Ids, idsOf } from './ids.ts'
import type { Partners } from './make-masterdata.ts'

const typeOf = new Map([
  ...[...bikes, ...semiFinished].map(([code, , , type]) => [code, type] as const),
  ...rawMaterials.map(([code, , , type]) => [code, type] as const),
])
const priceOf = new Map(rawMaterials.map(([code, , , , , , , price]) => [code, price]))
const salesPriceOf = new Map(bikes.map(one => [one[0], one[6]]))

const inDays = ({ now, zone }: Clerk, days: number): Instant => startOfDay(addDays(dayOf(now, zone), days), zone)

/** Warehouses with bins. */
export async function makeBins(clerk: Clerk): Promise<Ids> {
  const warehouses = idsOf()
  for (const [code, name, type] of trade.warehouses)
    warehouses.set(code, (await clerk.run(warehouseCalls.add, { code, name: clerk.say(name), type })).id)
  const bins = idsOf()
  for (const [warehouse, code, name, area] of trade.bins) {
    const { id } = await clerk.run(locationCalls.add, {
      code,
      name: clerk.say(name),
      area,
      warehouse_id: warehouses.of(warehouse),
    })
    bins.set(code, id)
  }
  return bins
}
/** What lies in the bins today, beside what came and went before. */
export async function makeStock(clerk: Clerk, materials: Ids, bins: Ids): Promise<void> {
  const { timesSafetyStock, short } = trade.boughtStock
  const bought = rawMaterials.map(one => {
    const [code, safety_stock] = [one[0], one[9]]
    return [code, short[code] ?? multiply(safety_stock, timesSafetyStock)] as const
  })
  // It was there before all that came and went: the average stock of the past is made of it.
  const movement_time = startOfDay(beforeAll(dayOf(clerk.now, clerk.zone)), clerk.zone)
  await post(clerk.tx, {
    org_id: clerk.org_id,
    movements: [...Object.entries(trade.madeStock), ...bought].map(([material, quantity]) => ({
      ...{ movement_type: movementType.codes.stock_import, source_type: 'stock_import', movement_time },
      ...{ material_id: materials.of(material), location_id: bins.of(binOf(material)), quantity },
    })),
  })
}
export async function makeContainers(clerk: Clerk, materials: Ids, bins: Ids): Promise<void> {
  const types = idsOf()
  for (const [code, name, specs, capacity] of trade.containerTypes)
    types.set(code, (await clerk.run(containerTypeCalls.add, { code, name: clerk.say(name), specs, capacity })).id)
  for (const [code, type, bin, packed] of trade.containers) {
    const { id } = await clerk.run(containerCalls.add, {
      ...{ code, container_type_id: types.of(type), location_id: bins.of(bin) },
    })
    if (!packed) continue
    const { loose } = await clerk.run(showContainerStock, { id })
    const row = loose.find(({ material_id }) => material_id === materials.of(packed[0]))!
    await clerk.run(packContainer, { id, lines: [{ inventory_id: row.id, quantity: packed[1] }] })
  }
}
/** The bin in which a material lies. */
export const binOf = (material: string): string => trade.binOfType[typeOf.get(material)!]!

/** What stock covers is on its way already. */
export async function makeShipments(clerk: Clerk, orders: readonly string[]): Promise<void> {
  for (const order_id of orders) {
    const { lines } = await clerk.run(showSalesOrder, { id: order_id })
    await clerk.run(shipOrder, {
      order_id,
      lines: lines.map(line => ({ line_id: line.id, quantity: line.quantity })),
    })
  }
}

export async function makePurchases(clerk: Clerk, materials: Ids, { suppliers }: Partners): Promise<void> {
  for (const { supplier, ordered_days_ago, due_in_days, submitted, lines } of trade.purchases) {
    await clerk.run(addPurchaseOrder, {
      supplier_id: suppliers.of(supplier),
      order_date: inDays(clerk, -ordered_days_ago),
      eta: inDays(clerk, due_in_days),
      submit: submitted,
      lines: lines.map(([material, quantity]) => ({
        material_id: materials.of(material),
        quantity,
        price: priceOf.get(material) ?? null,
      })),
    })
  }
}

/** Orders by how far they are to go. */
export async function makeOrders(
  clerk: Clerk,
  materials: Ids,
  { customers }: Partners,
): Promise<Record<trade.Stage, string[]>> {
  const made: Record<trade.Stage, string[]> = {
    shipped: [],
    draft: [],
    to_do: [],
    planning: [],
    scheduled: [],
    published: [],
  }
  for (const [stage, customer, ordered_days_ago, due_in_days, priority, ...lines] of trade.orders) {
    const { id } = await clerk.run(addSalesOrder, {
      customer_id: customers.of(customer),
      order_date: inDays(clerk, -ordered_days_ago),
      delivery_date: inDays(clerk, due_in_days),
      priority,
      submit: stage !== 'draft',
      lines: lines.map(([material, quantity]) => ({
        material_id: materials.of(material),
        quantity,
        price: salesPriceOf.get(material) ?? null,
      })),
    })
    made[stage].push(id)
  }
  return made
}
