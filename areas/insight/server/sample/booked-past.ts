import type { Instant } from '@qitao/core/time.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Factory, Recipe } from '../../model/sample/factory.ts'
import type { Past, PastMo } from '../../model/sample/past/past.ts'
import type { Ids } from './ids.ts'
import type { MadeBy } from './make-engineering.ts'
import type { Partners, Plant } from './make-masterdata.ts'

export interface Made {
  readonly materials: Ids
  readonly types: Ids
  readonly bins: Ids
  readonly partners: Partners
  readonly people: Ids
  readonly plant: Plant
  readonly madeBy: ReadonlyMap<string, MadeBy>
}
/** What of the past is written, with its ids and numbers. */
export type BookedPast = ReturnType<typeof bookedPast>

const stepDistance = 10

export function bookedPast(factory: Factory, past: Past, made: Made, no: (prefix: string, at: Instant) => string) {
  const { materials, partners, plant, madeBy } = made
  const salesPrice = new Map(factory.finished.map(one => [one[0], one[6]]))
  const purchasePrice = new Map(factory.bought.map(one => [one[0], one[7]]))
  const recipes = new Map(factory.recipes.map(recipe => [recipe.product, recipe]))
  const orders = past.sales.map(sale => ({
    ...{ sale, id: newId(), no: no('SO', sale.ordered), customer_id: partners.customers.of(sale.customer) },
    ...{ order_date: sale.ordered, delivery_date: sale.wanted, delivered_time: sale.shipped },
    lines: sale.lines.map(({ material, quantity }) => ({
      ...{ id: newId(), material, material_id: materials.of(material), quantity: String(quantity) },
      price: salesPrice.get(material) ?? null,
    })),
  }))
  const mos = past.mos.map(mo => {
    const order = mo.sale && orders[mo.sale[0]]!
    return {
      ...{ mo, id: newId(), no: no('MO', mo.tasks[0]!.planned[0]), material_id: materials.of(mo.material) },
      planned: String(mo.tasks[0]!.good + mo.tasks[0]!.scrap),
      of: {
        ...madeBy.get(mo.material)!,
        ...(order ? { order_id: order.id, order_line_id: order.lines[mo.sale![1]]!.id } : {}),
      },
      components: componentsOf(mo, recipes.get(mo.material)!, materials),
      tasks: mo.tasks.map((task, index) => ({
        ...{ task, id: newId(), operation_id: newId(), sequence: (index + 1) * stepDistance },
        ...{ process_id: plant.processes.of(task.process), device_id: plant.devices.of(task.device.no) },
        ...{ good: String(task.good), defective: String(task.scrap) },
      })),
    }
  })
  const purchases = past.purchases.map(purchase => ({
    ...{ purchase, id: newId(), no: no('CG', purchase.ordered), supplier_id: partners.suppliers.of(purchase.supplier) },
    ...{ order_date: purchase.ordered, eta: purchase.due, arrival_time: purchase.came },
    lines: purchase.lines.map(({ material, quantity }) => ({
      ...{ id: newId(), material, material_id: materials.of(material), quantity: String(quantity) },
      price: purchasePrice.get(material)!,
    })),
  }))
  return { orders, mos, purchases }
}

/** At the first step that uses it. */
function componentsOf({ uses }: PastMo, { steps }: Recipe, materials: Ids) {
  return uses.map(({ material, quantity }) => {
    const at = steps.findIndex(step => step.uses.some(([used]) => used === material))
    const [, quantity_per] = steps[at]!.uses.find(([used]) => used === material)!
    return {
      ...{ material, material_id: materials.of(material), quantity: String(quantity), quantity_per },
      sequence: (at + 1) * stepDistance,
    }
  })
}
