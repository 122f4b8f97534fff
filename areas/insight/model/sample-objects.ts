import { type Text, text } from '@qitao/core/text.ts'
import type { SampleCount } from './sample.calls.ts'

/** What people call the tables that sample data fills, in the order in which work flows; parts count with their document. */
const objects: readonly (readonly [title: Text, ...tables: string[]])[] = [
  [text('物料', 'Materials'), 'material', 'material_type'],
  [text('计量单位与换算', 'Units and conversions'), 'unit', 'unit_conversion'],
  [text('供应商', 'Suppliers'), 'supplier'],
  [text('客户', 'Customers'), 'customer'],
  [text('用户与角色', 'Users and roles'), 'app_user', 'role'],
  [text('工序', 'Processes'), 'process'],
  [text('设备', 'Equipment'), 'device'],
  [text('设备停机', 'Equipment stops'), 'device_freeze'],
  [text('班组与日历', 'Workgroups and calendars'), 'workgroup', 'calendar', 'calendar_day'],
  [text('物料BOM', 'Material BoMs'), 'material_bom'],
  [text('工艺路线与制造BOM', 'Routings and manufacturing BoMs'), 'routing', 'manufacturing_bom'],
  [text('工时与换型', 'Cycle times and changeovers'), 'cycle_time', 'change_line'],
  [text('模具工装', 'Moulds and tools'), 'mould'],
  [text('技能', 'Skills'), 'skill'],
  [text('仓库与库位', 'Warehouses and bins'), 'warehouse', 'location'],
  [text('容器', 'Containers'), 'container_type', 'container'],
  [text('库存流水', 'Stock movements'), 'stock_movement'],
  [text('销售订单', 'Sales orders'), 'sales_order'],
  [text('需求预测', 'Demand forecasts'), 'demand_forecast', 'demand_forecast_group'],
  [text('供需与库存计划', 'Demand-supply and inventory plans'), 'supply_demand_plan', 'inventory_plan'],
  [text('采购单价', 'Purchase prices'), 'unit_price'],
  [text('采购申请与订单', 'Purchase requests and orders'), 'purchase_request', 'purchase_order'],
  [text('工单', 'Work orders'), 'mo'],
  [text('生产任务', 'Production tasks'), 'production_task'],
  [text('报工', 'Reports'), 'report_record'],
  [text('出入库单', 'Receipts'), 'receipt'],
]
const others = text('明细与关联', 'Lines and links')

export interface CountedObject {
  readonly title: Text
  readonly sample: number
  readonly own: number
}
/** Counts by what people call things; every counted row is in one of them. */
export function countedObjects(counts: readonly SampleCount[]): CountedObject[] {
  const named = new Set(objects.flatMap(([, ...tables]) => tables))
  const sumOf = (title: Text, within: (table: string) => boolean): CountedObject => {
    const of = counts.filter(({ object }) => within(object))
    return {
      title,
      sample: of.reduce((all, { sample }) => all + sample, 0),
      own: of.reduce((all, { own }) => all + own, 0),
    }
  }
  return [
    ...objects.map(([title, ...tables]) => sumOf(title, table => tables.includes(table))),
    sumOf(others, table => !named.has(table)),
  ].filter(({ sample, own }) => sample + own > 0)
}
export const rowsIn = (counts: readonly SampleCount[]): number =>
  counts.reduce((all, { sample, own }) => all + sample + own, 0)
export const ownRowsIn = (counts: readonly SampleCount[]): number => counts.reduce((all, { own }) => all + own, 0)
