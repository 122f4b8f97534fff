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
import type { Factory, Stage } from '../../model/sample/factory.ts'
import type { Clerk } from '../clerk.ts'
import { type Ids, idsOf } from './ids.ts'
import type { Partners } from './make-masterdata.ts'

/** The bin in which a material lies. */
export function binsOf({ materialTypes, finished, semiFinished, bought }: Factory): (material: string) => string {
  const ofType = new Map(materialTypes.map(([type, , bin]) => [type, bin]))
  const bins = new Map([...finished, ...semiFinished, ...bought].map(([code, , , type]) => [code, ofType.get(type)!]))
  return material => bins.get(material)!
}
const inDays = ({ now, zone }: Clerk, days: number): Instant => startOfDay(addDays(dayOf(now, zone), days), zone)

/** Warehouses with bins. */
export async function makeBins(clerk: Clerk, factory: Factory): Promise<Ids> {
  const warehouses = idsOf()
  for (const [code, name, type] of factory.warehouses)
    warehouses.set(code, (await clerk.run(warehouseCalls.add, { code, name: clerk.say(name), type })).id)
  const bins = idsOf()
  for (const [warehouse, code, name, area] of factory.bins) {
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
/** What lies in the bins today, beside what came and went since `begins`: the average stock of the past is made of it. */
export async function makeStock(
  clerk: Clerk,
  factory: Factory,
  begins: Instant,
  materials: Ids,
  bins: Ids,
): Promise<void> {
  const { timesSafetyStock, short } = factory.boughtStock
  const bought = factory.bought.map(one => {
    const [code, safety_stock] = [one[0], one[9]]
    return [code, short[code] ?? multiply(safety_stock, timesSafetyStock)] as const
  })
  const binOf = binsOf(factory)
  await post(clerk.tx, {
    org_id: clerk.org_id,
    movements: [...Object.entries(factory.madeStock), ...bought].map(([material, quantity]) => ({
      ...{ movement_type: movementType.codes.stock_import, source_type: 'stock_import', movement_time: begins },
      ...{ material_id: materials.of(material), location_id: bins.of(binOf(material)), quantity },
    })),
  })
}
export async function makeContainers(clerk: Clerk, factory: Factory, materials: Ids, bins: Ids): Promise<void> {
  const types = idsOf()
  for (const [code, name, specs, capacity] of factory.containerTypes)
    types.set(code, (await clerk.run(containerTypeCalls.add, { code, name: clerk.say(name), specs, capacity })).id)
  for (const [code, type, bin, packed] of factory.containers) {
    const { id } = await clerk.run(containerCalls.add, {
      ...{ code, container_type_id: types.of(type), location_id: bins.of(bin) },
    })
    if (!packed) continue
    const { loose } = await clerk.run(showContainerStock, { id })
    const row = loose.find(({ material_id }) => material_id === materials.of(packed[0]))!
    await clerk.run(packContainer, { id, lines: [{ inventory_id: row.id, quantity: packed[1] }] })
  }
}

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

export async function makePurchases(
  clerk: Clerk,
  { purchases, bought }: Factory,
  materials: Ids,
  { suppliers }: Partners,
): Promise<void> {
  const priceOf = new Map(bought.map(one => [one[0], one[7]]))
  for (const { supplier, ordered_days_ago, due_in_days, submitted, lines } of purchases) {
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
  { orders, finished }: Factory,
  materials: Ids,
  { customers }: Partners,
): Promise<Record<Stage, string[]>> {
  const priceOf = new Map(finished.map(one => [one[0], one[6]]))
  const made: Record<Stage, string[]> = {
    shipped: [],
    draft: [],
    to_do: [],
    planning: [],
    scheduled: [],
    published: [],
  }
  for (const [stage, customer, ordered_days_ago, due_in_days, priority, ...lines] of orders) {
    const { id } = await clerk.run(addSalesOrder, {
      customer_id: customers.of(customer),
      order_date: inDays(clerk, -ordered_days_ago),
      delivery_date: inDays(clerk, due_in_days),
      priority,
      submit: stage !== 'draft',
      lines: lines.map(([material, quantity]) => ({
        material_id: materials.of(material),
        quantity,
        price: priceOf.get(material) ?? null,
      })),
    })
    made[stage].push(id)
  }
  return made
}
