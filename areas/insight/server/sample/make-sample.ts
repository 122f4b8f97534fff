import { type Text, text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import type { Factory } from '../../model/sample/factory.ts'
import { pastOf } from '../../model/sample/past/past.ts'
import type { Clerk } from '../clerk.ts'
import { makePrices, makeReasonsAndDuties } from './make-agreed.ts'
import { makeRecipes, makeTimes } from './make-engineering.ts'
import {
  makeMaterials,
  makePartners,
  makePeople,
  makePlant,
  makeTypes,
  makeUnits,
  type RoleGrant,
} from './make-masterdata.ts'
import { makePast } from './make-past.ts'
import { makeDemandPlans, makeMaterialPlan, makeSchedule } from './make-plan.ts'
import { makeShopfloor } from './make-shopfloor.ts'
import { makeBins, makeContainers, makeOrders, makePurchases, makeShipments, makeStock } from './make-trade.ts'
import { makeWages } from './make-wages.ts'

/** A sample factory from its first unit to the first report, in the order in which work flows. */
export async function makeSample(
  clerk: Clerk,
  factory: Factory,
  grants: readonly RoleGrant[],
  progress: (percent: number, message: Text) => Promise<void>,
): Promise<void> {
  await progress(2, text('单位与往来单位', 'Units and partners'))
  const units = await makeUnits(clerk)
  const partners = await makePartners(clerk, factory)
  await progress(6, text('物料', 'Materials'))
  const types = await makeTypes(clerk, factory)
  const materials = await makeMaterials(clerk, factory, units, types, partners)
  await progress(14, text('人员、设备与日历', 'People, machines and calendars'))
  const people = await makePeople(clerk, factory, grants)
  const plant = await makePlant(clerk, factory, people)
  await progress(20, text('BOM与工艺路线', 'BoMs and routings'))
  const madeBy = await makeRecipes(clerk, factory, materials, plant)
  await makeTimes(clerk, factory, materials, plant)
  await progress(30, text('仓库与期初库存', 'Warehouses and opening stock'))
  const bins = await makeBins(clerk, factory)
  const past = pastOf(factory, dayOf(clerk.now, clerk.zone), clerk.zone)
  await makeStock(clerk, factory, past.begins, materials, bins)
  await makePrices(clerk, factory, past.begins, materials, partners)
  await progress(34, text('两年的历史', 'Two years of history'))
  await makePast(clerk, factory, past, { materials, types, bins, partners, people, plant, madeBy })
  await makeContainers(clerk, factory, materials, bins)
  await makePurchases(clerk, factory, materials, partners)
  await progress(60, text('销售订单', 'Sales orders'))
  const orders = await makeOrders(clerk, factory, materials, partners)
  await makeShipments(clerk, orders.shipped)
  await progress(66, text('工单与齐套', 'Work orders and kitting'))
  const planned = await makeMaterialPlan(clerk, orders)
  await progress(78, text('排产与发布', 'Scheduling and publishing'))
  await makeSchedule(clerk, planned)
  await progress(92, text('派工与报工', 'Dispatch and reporting'))
  await makeReasonsAndDuties(clerk, factory, people, plant)
  await makeShopfloor(clerk, factory, people, bins)
  await progress(96, text('工资', 'Wages'))
  await makeWages(clerk, factory, past, plant)
  await progress(98, text('需求预测与库存计划', 'Forecast and inventory plan'))
  await makeDemandPlans(clerk)
}
