import { type AnyCall, actionKey } from '@qitao/core/call.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { allPages, type Page, pages } from '@qitao/site/model/pages.ts'
import type { App } from '../company/app.ts'
import { type DataScopeCode, dataScope } from './data-scope.status.ts'
import { actionsOf, type StoredPermission } from './grant.rules.ts'

/**
 * Roles as most factories have them: a company takes those that it needs and changes them as its own. Safe at the start: what
 * undoes the work of others, or decides for the company, is left out and may be given.
 */
export interface ReadyRole {
  readonly key: ReadyRoleKey
  readonly name: Text
  readonly remark: Text
  /** Where the day begins. */
  readonly home: Page
  readonly pages: readonly Page[]
  /** Keys of actions that its pages open and it has not. */
  readonly withheld: readonly string[]
  /** Keys of the only actions it has; absent: all that its pages open, but the withheld. */
  readonly only?: readonly string[]
  readonly data_scope: DataScopeCode
}
export const readyRoleKeys = [
  'planner',
  'foreman',
  'operator',
  'buyer',
  'storekeeper',
  'salesman',
  'inspector',
  'engineer',
  'controller',
  'manager',
  'viewer',
] as const
export type ReadyRoleKey = (typeof readyRoleKeys)[number]

const ready = (
  key: ReadyRoleKey,
  name: Text,
  remark: Text,
  opens: readonly [home: Page, ...others: Page[]],
  more: Partial<Pick<ReadyRole, 'withheld' | 'only' | 'data_scope'>> = {},
): ReadyRole => ({
  key,
  name,
  remark,
  home: opens[0],
  pages: opens,
  withheld: [],
  data_scope: dataScope.codes.all,
  ...more,
})

/** Settings of the company are changed by who has the settings, though the plans show them. */
const settings = 'biz/organization/set_config'
const forAdministrators: readonly Page[] = [
  pages.roles,
  pages.settings,
  pages.securityLog,
  pages.reconciliation,
  pages.webHooks,
  pages.sampleData,
]
const opensAll = (but: readonly Page[]): readonly [Page, ...Page[]] => [
  pages.panorama,
  ...allPages.filter(page => page !== pages.panorama && !but.includes(page)),
]

export const readyRoles: readonly ReadyRole[] = [
  ready(
    'planner',
    text('计划员', 'Planner'),
    text('排产、物料计划、工单', 'Schedules, plans material, makes work orders'),
    [
      pages.productionPlan,
      pages.materialPlan,
      pages.manufacturingOrders,
      pages.progress,
      pages.workshopPlan,
      pages.orderPromise,
      pages.salesOrders,
      pages.inventoryPlan,
      pages.supplyDemandPlan,
      pages.demandForecast,
      pages.arrivalPlan,
      pages.stock,
      pages.stockByBom,
      pages.calendars,
      pages.changeovers,
      pages.cycleTimes,
      pages.dataCheck,
      pages.documents,
      pages.taskCentre,
    ],
    {
      withheld: [
        settings,
        'biz/order/delete',
        'biz/order/cancel_order',
        'biz/order/cancel_sales_return',
        'biz/order/bulk_drop_sales_return',
        'biz/report/one_click_finish',
        'biz/report/many_reduction_order',
        'biz/purchase/cancel_purchase_order',
        'biz/purchase/bulk_drop_purchase_order',
        'biz/purchase/force_close_purchase_order',
      ],
    },
  ),
  ready(
    'foreman',
    text('班组长', 'Foreman'),
    text('派工、进度、批准报工', 'Gives out work, follows it, approves reports'),
    [
      pages.workshopPlan,
      pages.dispatch,
      pages.progress,
      pages.productionReport,
      pages.supplements,
      pages.myWages,
      pages.qcTasks,
      pages.editQcTask,
      pages.scanWork,
      pages.documents,
      pages.taskCentre,
    ],
    { withheld: ['biz/report/one_click_finish', 'biz/quality/lift_qc_block', 'biz/quality/bulk_drop_qc_task'] },
  ),
  ready(
    'operator',
    text('操作工', 'Operator'),
    text('报工，查看自己的工资', 'Reports work, sees the own wages'),
    [pages.productionReport, pages.myWages],
    {
      withheld: [
        'biz/report/one_click_finish',
        'biz/report/many_reduction_order',
        'biz/receipt/finish_inbound_mo',
        'biz/mo/alter_furnace_code',
      ],
    },
  ),
  ready(
    'buyer',
    text('采购员', 'Buyer'),
    text('采购申请、订单、到货、委外', 'Requests, orders, arrivals, work outside'),
    [
      pages.purchase,
      pages.editPurchase,
      pages.arrivalPlan,
      pages.editArrival,
      pages.outsourcing,
      pages.editOutsourcing,
      pages.suppliers,
      pages.stock,
      pages.stockByBom,
      pages.materials,
      pages.documents,
      pages.taskCentre,
    ],
    {
      withheld: [
        'factory/bulk_drop_supplier',
        'factory/add_material',
        'factory/alter_material',
        'factory/bulk_drop_material',
        'biz/stock/add_stock_import',
        'biz/organization/add_org_link',
        'biz/organization/drop_org_link',
      ],
    },
  ),
  ready(
    'storekeeper',
    text('仓管员', 'Storekeeper'),
    text('收货、领料、发货、调拨、盘点', 'Receives, picks, ships, moves, counts'),
    [
      pages.inbound,
      pages.outbound,
      pages.editReceipt,
      pages.scanWork,
      pages.transfers,
      pages.editTransfer,
      pages.stock,
      pages.stockByBom,
      pages.stockCounts,
      pages.editStockCount,
      pages.locations,
      pages.containers,
      pages.arrivalPlan,
      pages.documents,
      pages.taskCentre,
    ],
    {
      withheld: [
        'biz/stock/add_stock_import',
        'biz/inventory_count/confirm_inventory_count',
        'factory/bulk_drop_warehouse',
        'factory/bulk_drop_location',
        'biz/purchase/add_purchase_order',
        'biz/purchase/alter_purchase_order',
        'biz/purchase/bulk_drop_purchase_order',
        'biz/purchase/submit_purchase_order',
        'biz/purchase/cancel_purchase_order',
        'biz/purchase/force_close_purchase_order',
      ],
    },
  ),
  ready(
    'salesman',
    text('销售员', 'Salesman'),
    text('自己的订单、交期承诺、发货', 'The own orders, promises, shipping'),
    [
      pages.salesOrders,
      pages.editSalesOrder,
      pages.quotations,
      pages.editQuotation,
      pages.orderPromise,
      pages.shipping,
      pages.customers,
      pages.salesDashboard,
      pages.documents,
      pages.taskCentre,
    ],
    {
      data_scope: dataScope.codes.own,
      withheld: [
        'biz/order/so_to_mo',
        'factory/bulk_drop_customer',
        'biz/organization/add_org_link',
        'biz/organization/drop_org_link',
      ],
    },
  ),
  ready(
    'inspector',
    text('质检员', 'Inspector'),
    text('质检任务、方案、追溯', 'Inspections, their plans, traceback'),
    [
      pages.qcTasks,
      pages.editQcTask,
      pages.qcSchemes,
      pages.editQcScheme,
      pages.trace,
      pages.drawings,
      pages.documents,
      pages.taskCentre,
    ],
    {
      withheld: [
        'factory/add_drawing',
        'factory/alter_drawing',
        'factory/release_drawing',
        'factory/withdraw_drawing',
        'factory/bulk_drop_drawing',
        'factory/restore_drawing',
        'factory/drop_drawing_forever',
      ],
    },
  ),
  ready(
    'engineer',
    text('工艺员', 'Process engineer'),
    text('工艺路线、BOM、工时、图纸、设备', 'Routings, BoMs, times, drawings, machines'),
    [
      pages.routings,
      pages.materialBoms,
      pages.editMaterialBom,
      pages.manufacturingBoms,
      pages.selectManufacturingBom,
      pages.drawings,
      pages.materials,
      pages.editMaterial,
      pages.materialConfiguration,
      pages.units,
      pages.devices,
      pages.deviceDetail,
      pages.processes,
      pages.cycleTimes,
      pages.changeovers,
      pages.workgroups,
      pages.dataCheck,
      pages.documents,
      pages.taskCentre,
    ],
    { withheld: ['factory/drop_drawing_forever', 'biz/document/drop_document_forever'] },
  ),
  ready(
    'controller',
    text('财务与成本', 'Controller'),
    text('毛利、单价、工资、盘点', 'Margins, prices, wages, stock counts'),
    [
      pages.grossMargin,
      pages.unitPrices,
      pages.operationReport,
      pages.salesDashboard,
      pages.wages,
      pages.supplements,
      pages.stock,
      pages.stockCounts,
      pages.editStockCount,
      pages.stockAdjustments,
      pages.reconciliation,
      pages.documents,
      pages.taskCentre,
    ],
    { withheld: ['biz/stock/add_stock_import', 'biz/reconciliation/correct_difference'] },
  ),
  ready(
    'manager',
    text('经理', 'Manager'),
    text('看全部业务，在任务中心审批', 'Sees all business, approves in the task centre'),
    opensAll(forAdministrators),
    {
      only: [
        'biz/approval/approve_approval',
        'biz/approval/reject_approval',
        'biz/approval/return_approval',
        'biz/approval/bulk_approve_approval',
        'biz/approval/bulk_reject_approval',
        'biz/approval/delegate_approval',
        'biz/strategy/ask_lean_agent',
        'biz/strategy/drop_agent_conversation',
      ],
    },
  ),
  ready(
    'viewer',
    text('只读', 'Read-only viewer'),
    text('看全部业务，什么也不改；不含成本与工资', 'Sees all business but costs and wages, changes nothing'),
    opensAll([
      ...forAdministrators,
      pages.grossMargin,
      pages.unitPrices,
      pages.wages,
      pages.myWages,
      pages.supplements,
      pages.leanAgent,
      pages.taskCentre,
    ]),
    { only: [] },
  ),
]

export const readyRole = (key: ReadyRoleKey): ReadyRole => readyRoles[readyRoleKeys.indexOf(key)]!

/** What a ready-made role opens in an application; undefined when none of its pages is in it. */
export function permissionFrom(role: ReadyRole, app: App, calls: readonly AnyCall[]): StoredPermission | undefined {
  const page_paths = role.pages.map(({ path }) => path).filter(path => app.pages.some(page => page.path === path))
  if (page_paths.length === 0) return undefined
  const opened = new Set(page_paths.flatMap(path => actionsOf({ path }, calls).map(actionKey)))
  const held = role.only ? role.only.filter(key => opened.has(key)) : [...opened.difference(new Set(role.withheld))]
  // Without a list it has whatever later versions bring; one from which something is missing stays as it is.
  return {
    app_code: app.app_code,
    page_paths,
    action_keys: held.length === opened.size ? null : held,
    data_scope: role.data_scope,
  }
}
