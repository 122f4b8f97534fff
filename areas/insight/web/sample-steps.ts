import { type Text, text } from '@qitao/core/text.ts'
import { type Page, pages } from '@qitao/site/model/pages.ts'

/** One order all the way, in eight steps: what to look at and on which pages. */
export interface SampleStep {
  readonly title: Text
  readonly tells: Text
  readonly on: readonly Page[]
}
export const sampleSteps: readonly SampleStep[] = [
  {
    title: text('基础数据', 'Master data'),
    tells: text(
      '看看物料、单位换算，设备和它们的班组、班次日历。',
      'Look at the materials and their units, the machines, their workgroups and calendars.',
    ),
    on: [pages.materials, pages.units, pages.devices, pages.calendars],
  },
  {
    title: text('工艺', 'Engineering'),
    tells: text(
      '展开一款成品的多级BOM，查看工艺路线、工时和换型时间。',
      'Unfold the BoM of a product, see its routing, cycle times and change-overs.',
    ),
    on: [pages.materialBoms, pages.routings, pages.manufacturingBoms, pages.cycleTimes, pages.changeovers],
  },
  {
    title: text('库存', 'Stock'),
    tells: text('四个视图：在库、在途、缺料、在制。', 'Four views: in stock, on the way, short, in production.'),
    on: [pages.stock, pages.locations],
  },
  {
    title: text('销售订单', 'Sales orders'),
    tells: text(
      '提交一张草稿订单，再把待办订单转成工单。',
      'Submit a draft, then turn an order to do into work orders.',
    ),
    on: [pages.salesOrders],
  },
  {
    title: text('齐套与补料', 'Kitting and replenishment'),
    tells: text(
      '检查新工单的齐套，一键补料生成子工单和采购申请，再下单采购。',
      'Check the kits of the new work orders, replenish them with child orders and purchase requests, and buy.',
    ),
    on: [pages.materialPlan, pages.purchase, pages.arrivalPlan],
  },
  {
    title: text('生产计划', 'Production plan'),
    tells: text(
      '自动排产，在甘特图上拖动任务，找出延期订单，发布计划。',
      'Schedule, drag a task on the Gantt, find the late order, publish the plan.',
    ),
    on: [pages.productionPlan],
  },
  {
    title: text('派工与报工', 'Dispatch and reporting'),
    tells: text(
      '把任务派给自己，报良品和不良，看进度。',
      'Dispatch a task to yourself, report good and scrap, watch it move.',
    ),
    on: [pages.dispatch, pages.productionReport, pages.progress],
  },
  {
    title: text('入库与发货', 'Inbound and shipping'),
    tells: text(
      '完工入库，成品检验合格后按订单发货，订单完成。',
      'Put the finished goods in, pass their inspection, ship the order: it is completed.',
    ),
    on: [pages.inbound, pages.qcTasks, pages.outbound],
  },
]
