import { alterCompanyProfile } from '@qitao/access/model/company/organization.calls.ts'
import { type Day, mondayOf, startOfDay } from '@qitao/core/time.ts'
import { listDemandHistory } from '@qitao/demand/model/forecast.calls.ts'
import { savePastDemand } from '@qitao/demand/model/past/past.calls.ts'
import {
  addMaterialBom,
  listMaterialBoms,
  releaseMaterialBoms,
} from '@qitao/engineering/model/bom/material-bom.calls.ts'
import { addRouting, listRoutings, releaseRoutings } from '@qitao/engineering/model/routing/routing.calls.ts'
import { cycleTimeCalls } from '@qitao/engineering/model/time/cycle-time.calls.ts'
import { setCalendar } from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { addMaterial, listMaterials } from '@qitao/masterdata/model/material/material.calls.ts'
import { customerCalls } from '@qitao/masterdata/model/partner/customer.calls.ts'
import { supplierCalls } from '@qitao/masterdata/model/partner/supplier.calls.ts'
import { processCalls } from '@qitao/masterdata/model/process/process.calls.ts'
import { deviceCalls } from '@qitao/masterdata/model/resource/device.calls.ts'
import { addUnit, queryUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { addPurchaseOrder, listArrivals, listPurchaseOrders } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { addOpeningStock, listStockMovements } from '@qitao/stock/model/stock.calls.ts'
import { locationCalls, warehouseCalls } from '@qitao/stock/model/warehouse.calls.ts'
import { type Caller, each, portions } from './caller.ts'
import type { Decided } from './decide.ts'
import { type Report, timed } from './report.ts'

const portion = 400
const currency = 'USD'
const bomVersion = '1'

/** Ids by the keys of the books. */
type Ids = ReadonlyMap<string, string>
const idsFrom = (keys: readonly { key: string }[], made: readonly { id: string }[]): Ids =>
  new Map(keys.map(({ key }, index) => [key, made[index]!.id]))

/** Everything but the work orders, through the product's calls, and what is stored afterwards by its own lists. */
export async function bringIn(
  call: Caller,
  decided: Decided,
  company: { name: string; zone: string },
  report: Report,
): Promise<{ materials: Ids }> {
  const at = (day: Day) => startOfDay(day, company.zone)
  const count = async (name: string, wanted: number, stored: Promise<{ total: number }>) =>
    report.count(name, wanted, (await stored).total)
  await call(alterCompanyProfile, { company_name: company.name, currency })

  const units = await timed(report, 'units and partners', async () => {
    const made = await each(decided.units, one => call(addUnit, one))
    await count('units', decided.units.length, call(queryUnit, { page_size: 1 }))
    return new Map(decided.units.map(({ name }, index) => [name, made[index]!.id]))
  })
  const suppliers = await timed(report, 'suppliers', async () => {
    const made = await each(decided.suppliers, ({ code, name, enabled }) =>
      call(supplierCalls.add, { code, name, currency, status: enabled ? 1 : 0 }),
    )
    await count('suppliers', decided.suppliers.length, call(supplierCalls.list, { page_size: 1 }))
    return idsFrom(decided.suppliers, made)
  })
  await timed(report, 'customers', async () => {
    await each(decided.customers, ({ code, name }) => call(customerCalls.add, { code, name, currency }))
    await count('customers', decided.customers.length, call(customerCalls.list, { page_size: 1 }))
  })
  const materials = await timed(report, 'materials', async () => {
    const made = await each(decided.materials, one =>
      call(addMaterial, {
        code: one.code,
        name: one.name,
        name_en: one.name,
        specs: one.specs,
        series: one.series,
        kind: one.kind,
        unit_id: units.get(one.unit)!,
        supplier_id: one.supplier === null ? null : suppliers.get(one.supplier)!,
        supply_lead_time: one.lead_time_days,
        safety_stock: one.safety_stock,
        inventory_lower: one.reorder_point,
        minimum_lot: one.minimum_lot,
        purchase_price: one.purchase_price,
        sales_price: one.sales_price,
      }),
    )
    await count('materials', decided.materials.length, call(listMaterials, { page_size: 1 }))
    return idsFrom(decided.materials, made)
  })
  await timed(report, 'bills of materials', () => bringBoms(call, decided, materials, report))
  await timed(report, 'work centres and routings', () => bringRoutings(call, decided, materials, report))
  await timed(report, 'stock', () => bringStock(call, decided, materials, report))
  await timed(report, 'purchase orders', async () => {
    await each(decided.purchases, ({ no, supplier, order_day, lines }) =>
      call(addPurchaseOrder, {
        no,
        supplier_id: suppliers.get(supplier)!,
        order_date: at(order_day),
        submit: true,
        currency,
        lines: lines.map(line => ({
          material_id: materials.get(line.product)!,
          quantity: line.quantity,
          price: line.price,
          eta: at(line.day),
        })),
      }),
    )
    await count('purchase orders in transit', decided.purchases.length, call(listPurchaseOrders, { page_size: 1 }))
    const lines = decided.purchases.flatMap(order => order.lines).length
    await count('purchase lines in transit', lines, call(listArrivals, { page_size: 1 }))
  })
  await timed(report, 'what was sold', async () => {
    for (const rows of portions(decided.sold, portion))
      await call(savePastDemand, {
        rows: rows.map(({ product, day, quantity }) => ({
          material_id: materials.get(product)!,
          day: at(day),
          quantity,
        })),
      })
    // A week is history once it is over.
    const monday = mondayOf(decided.today)
    const products = new Set(decided.sold.flatMap(({ product, day }) => (day < monday ? product : []))).size
    await count('products with sales', products, call(listDemandHistory, { time_dimension: 2, page_size: 1 }))
  })
  return { materials }
}

async function bringBoms(call: Caller, decided: Decided, materials: Ids, report: Report): Promise<void> {
  const made = await each(decided.boms, ({ product, lines }) =>
    call(addMaterialBom, {
      material_id: materials.get(product)!,
      version: bomVersion,
      lines: lines.map(({ component, quantity }) => ({ material_id: materials.get(component)!, quantity })),
    }),
  )
  for (const ids of portions(made, portion)) await call(releaseMaterialBoms, { ids: ids.map(({ id }) => id) })
  const { result, total } = await call(listMaterialBoms, { statuses: [1], page_size: -1 })
  report.count('released BoMs', decided.boms.length, total)
  const lines = decided.boms.flatMap(bom => bom.lines).length
  report.count(
    'BoM lines in force',
    lines,
    result.reduce((all, bom) => all + bom.line_count, 0),
  )
}

async function bringRoutings(call: Caller, decided: Decided, materials: Ids, report: Report): Promise<void> {
  const processes = new Map<string, string>()
  for (const [index, { key, code, name, shifts, hours_per_week, stations }] of decided.work_centres.entries()) {
    const process = await call(processCalls.add, { code, name })
    processes.set(key, process.id)
    const calendar = await call(setCalendar, {
      name: `${name} ${hours_per_week} h`,
      is_default: index === 0,
      shifts: [...shifts],
    })
    await call(deviceCalls.add, {
      machine_no: code,
      name,
      process_ids: [process.id],
      calendar_id: calendar.id,
      capacity: stations,
      sequence: index + 1,
    })
  }
  report.count('work centres', decided.work_centres.length, (await call(deviceCalls.list, {})).total)
  const codes = new Map(decided.materials.map(({ key, code }) => [key, code]))
  const routings = await each(decided.routings, ({ product, steps }) =>
    call(addRouting, {
      code: `R-${codes.get(product)}`,
      name: `Routing of ${codes.get(product)}`,
      material_id: materials.get(product)!,
      lines: steps.map(({ sequence, work_centre }) => ({ sequence, process_id: processes.get(work_centre)! })),
    }),
  )
  for (const ids of portions(routings, portion)) await call(releaseRoutings, { ids: ids.map(({ id }) => id) })
  const stored = await call(listRoutings, { page_size: -1 })
  report.count('routings', decided.routings.length, stored.total)
  const steps = decided.routings.flatMap(routing => routing.steps.map(step => ({ ...step, product: routing.product })))
  report.count(
    'routing steps',
    steps.length,
    stored.result.reduce((all, routing) => all + routing.processes.length, 0),
  )
  await each(steps, ({ product, work_centre, cycle_seconds, setup_seconds }) =>
    call(cycleTimeCalls.add, {
      material_id: materials.get(product)!,
      process_id: processes.get(work_centre)!,
      cycle_seconds,
      setup_seconds,
    }),
  )
  report.count('cycle times', steps.length, (await call(cycleTimeCalls.list, { page_size: 1 })).total)
}

async function bringStock(call: Caller, decided: Decided, materials: Ids, report: Report): Promise<void> {
  const warehouses = idsFrom(
    decided.warehouses,
    await each(decided.warehouses, ({ code, name, is_work_centre }) =>
      call(warehouseCalls.add, { code, name, type: is_work_centre ? 'line_side' : 'normal' }),
    ),
  )
  report.count('locations as warehouses', decided.warehouses.length, (await call(warehouseCalls.list, {})).total)
  const bins = idsFrom(
    decided.bins,
    await each(decided.bins, ({ warehouse, code }) =>
      call(locationCalls.add, { code, warehouse_id: warehouses.get(warehouse)! }),
    ),
  )
  report.count('bins', decided.bins.length, (await call(locationCalls.list, { page_size: 1 })).total)
  for (const lines of portions(decided.stock, portion))
    await call(addOpeningStock, {
      lines: lines.map(({ product, bin, quantity }) => ({
        material_id: materials.get(product)!,
        location_id: bins.get(bin)!,
        quantity,
      })),
    })
  report.count('stock rows', decided.stock.length, (await call(listStockMovements, { page_size: 1 })).total)
}
