import { type Text, text } from '@qitao/core/text.ts'
import type { Clerk } from '../clerk.ts'
import { makeRecipes, makeTimes } from './make-engineering.ts'
import { makeMaterials, makePartners, makePeople, makePlant, makeUnits } from './make-masterdata.ts'
import { makePast } from './make-past.ts'
import { makeWageRates } from './make-past-production.ts'
import { makeMaterialPlan, makeSchedule } from './make-plan.ts'
import { makeShopfloor } from './make-shopfloor.ts'
import { makeBins, makeContainers, makeOrders, makePurchases, makeShipments, makeStock } from './make-trade.ts'

/** The sample factory from its first unit to the first report, in the order in which work flows. */
export async function makeSample(
  clerk: Clerk,
  progress: (percent: number, message: Text) => Promise<void>,
): Promise<void> {
  await progress(2, text('单位与往来单位', 'Units and partners'))
  const units = await makeUnits(clerk)
  const partners = await makePartners(clerk)
  await progress(8, text('物料', 'Materials'))
  const materials = await makeMaterials(clerk, units, partners)
  await progress(20, text('人员、设备与日历', 'People, machines and calendars'))
  const people = await makePeople(clerk)
  const plant = await makePlant(clerk, people)
  await progress(32, text('BOM与工艺路线', 'BoMs and routings'))
  await makeRecipes(clerk, materials, plant)
  await makeTimes(clerk, materials, plant)
  await progress(50, text('仓库、库存与采购', 'Warehouses, stock and purchases'))
  const bins = await makeBins(clerk)
  await makeStock(clerk, materials, bins)
  await makePast(clerk, materials, bins, { partners, people, plant })
  await makeContainers(clerk, materials, bins)
  await makePurchases(clerk, materials, partners)
  await progress(58, text('销售订单', 'Sales orders'))
  const orders = await makeOrders(clerk, materials, partners)
  await makeShipments(clerk, orders.shipped)
  await progress(66, text('工单与齐套', 'Work orders and kitting'))
  const planned = await makeMaterialPlan(clerk, orders)
  await progress(78, text('排产与发布', 'Scheduling and publishing'))
  await makeSchedule(clerk, planned)
  await progress(92, text('派工与报工', 'Dispatch and reporting'))
  await makeShopfloor(clerk, people, bins)
  await makeWageRates(clerk, plant)
}
