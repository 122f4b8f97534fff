import { type Text, text } from '@qitao/core/text.ts'

/**
 * The site map: every page's address, group and both names. All rights hang on it: a call names the pages that grant it,
 * a role lists the pages it may open, the menu and the router are made from it. A page that is not built is not here.
 */
export interface Page {
  readonly path: string
  readonly title: Text
  /** Path of the route group that the page sits in. */
  readonly parent: string
  /** Stands in the side menu and is kept as a tab; an edit page is opened from another page. */
  readonly kind: 'menu' | 'tab' | 'edit'
  /** What an edit page is called while its document is a new one. */
  readonly newTitle?: Text
}
export interface PageGroup {
  readonly path: string
  readonly title: Text
}

/** Route groups, in the order of the menu (specification section 1). */
export const groups = {
  planifier: { path: '/planifier', title: text('制造协同', 'Manufacturing') },
  operations: { path: '/operations-management', title: text('运营管理', 'Operation Management') },
  strategy: { path: '/strategic-management', title: text('战略管理', 'Strategic Management') },
  profit: { path: '/cost', title: text('利润管理', 'Profit Management') },
  implementation: { path: '/implementation', title: text('车间管理', 'Shopfloor Management') },
  procurement: { path: '/smartProcurement', title: text('采购管理', 'Procurement') },
  demandSupply: { path: '/operation', title: text('供需平衡', 'Demand-Supply Balance') },
  sales: { path: '/management', title: text('销售管理', 'Sales Management') },
  materials: { path: '/materiales', title: text('物料管理', 'Material Management') },
  quality: { path: '/quality', title: text('质量管理', 'Quality Management') },
  process: { path: '/process', title: text('工艺管理', 'Process Management') },
  basic: { path: '/basic', title: text('基础数据', 'Master Data') },
  documents: { path: '/document', title: text('文档', 'Documents') },
  tasks: { path: '/task', title: text('任务', 'Task') },
  platform: { path: '/AuthorityManagement', title: text('平台配置', 'Platform Configuration') },
} as const satisfies Record<string, PageGroup>

const page = (group: PageGroup, path: string, zh: string, en: string, kind: Page['kind'] = 'menu'): Page => ({
  path: `${group.path}/${path}`,
  title: text(zh, en),
  parent: group.path,
  kind,
})

const withNew = (of: Page, zh: string, en: string): Page => ({ ...of, newTitle: text(zh, en) })

export const pages = {
  materialPlan: page(groups.planifier, 'check', '物料计划', 'Material plan'),
  productionPlan: page(groups.planifier, 'schedule', '生产计划', 'Production plan'),
  manufacturingOrders: page(groups.planifier, 'production-order', '工单', 'Manufacturing order'),

  panorama: page(groups.operations, 'panorama', '全局看板', 'Panorama'),
  salesDashboard: page(groups.operations, 'sales-dashboard', '销售看板', 'Sales dashboard'),
  operationReport: page(groups.operations, 'dataReport', '运营报表', 'Operation report'),

  grossMargin: page(groups.profit, 'grossMargin', '毛利分析', 'Gross margin'),
  unitPrices: page(groups.profit, 'unitPrice', '单价管理', 'Unit price'),

  workshopPlan: page(groups.implementation, 'production-plan', '车间计划', 'Workshop plan'),
  andonDuty: page(groups.implementation, 'andon-duty', '安灯责任人', 'Andon duties'),
  scrapReasons: page(groups.implementation, 'scrap-reason', '不良原因', 'Scrap reasons'),
  dispatch: page(groups.implementation, 'dispatch', '工单派工', 'MO dispatch'),
  progress: page(groups.implementation, 'progress', '生产进度', 'Production progress'),
  productionReport: page(groups.implementation, 'productionReport', '生产报工', 'Production reporting'),
  myWages: page(groups.implementation, 'my-wages', '我的工资', 'My wages'),
  wages: page(groups.implementation, 'supplement', '工资统计', 'Wage statistics'),
  supplements: page(groups.implementation, 'supplementsheet', '补报单列表', 'Supplement list'),

  purchase: page(groups.procurement, 'purchase', '采购申请', 'Procurement request'),
  editPurchase: withNew(
    page(groups.procurement, 'add-edit-purchase', '新建/编辑采购订单', 'Add or edit purchase order', 'edit'),
    '新建采购订单',
    'New purchase order',
  ),
  outsourcing: page(groups.procurement, 'out-source', '委外管理', 'Outsource management'),
  editOutsourcing: withNew(
    page(groups.procurement, 'add-edit-out-source', '新建/编辑委外单', 'Add or edit outsourcing order', 'edit'),
    '新建委外单',
    'New outsourcing order',
  ),
  arrivalPlan: page(groups.procurement, 'arrival-plan', '到货计划', 'Arrival plan'),
  editArrival: withNew(
    page(groups.procurement, 'add-edit-arrival', '新建/编辑到货单', 'Add or edit arrival', 'edit'),
    '新建到货单',
    'New arrival',
  ),

  inventoryPlan: page(groups.demandSupply, 'inventory-plan', '库存计划', 'Inventory planning'),
  supplyDemandPlan: page(groups.demandSupply, 'supplyAndDemandPlan', '供需计划', 'Demand-supply planning'),
  demandForecast: page(groups.demandSupply, 'demand-planning', '需求预测', 'Demand forecast'),

  salesOrders: page(groups.sales, 'project', '销售订单', 'Sales order'),
  recycleBin: page(groups.sales, 'restore', '回收站', 'Recycle bin', 'tab'),
  editSalesOrder: withNew(
    page(groups.sales, 'add-edit-order', '新建/编辑订单', 'Add or edit order', 'edit'),
    '新建订单',
    'New order',
  ),
  quotations: page(groups.sales, 'quotation', '报价单', 'Quotation'),
  editQuotation: withNew(
    page(groups.sales, 'add-edit-quotation', '新建/编辑报价单', 'Add or edit quotation', 'edit'),
    '新建报价单',
    'New quotation',
  ),
  orderPromise: page(groups.sales, 'inquiry', '订单承诺', 'Order promise'),
  shipping: page(groups.sales, 'project-dispatch', '订单发货', 'Order shipping', 'edit'),

  stock: page(groups.materials, 'inventory', '库存', 'Stock'),
  stockByBom: page(groups.materials, 'inventory-bom-query', '按BOM查库存', 'Stock by BoM'),
  transfers: page(groups.materials, 'transfer-management', '调拨管理', 'Transfer'),
  editTransfer: withNew(
    page(groups.materials, 'relocation-edit', '调拨单编辑', 'Transfer edit', 'edit'),
    '新建调拨单',
    'New transfer',
  ),
  inbound: page(groups.materials, 'inbound-management', '入库管理', 'Inbound'),
  outbound: page(groups.materials, 'outbound-management', '出库管理', 'Outbound'),
  editReceipt: page(groups.materials, 'depotAddEditDet', '出入库单', 'Receipt', 'edit'),
  scanWork: page(groups.materials, 'scan-work', '扫码作业', 'Scan work'),
  stockCounts: page(groups.materials, 'check-inventory', '库存盘点', 'Stock count'),
  editStockCount: withNew(
    page(groups.materials, 'check-inventory-edit', '盘点单编辑', 'Stock count edit', 'edit'),
    '新建盘点单',
    'New stock count',
  ),
  stockAdjustments: page(groups.materials, 'stock-adjustment', '库存调整', 'Stock adjustment'),
  locations: page(groups.materials, 'warehouse-location', '库位管理', 'Bin'),
  containers: page(groups.materials, 'container-modeling', '容器建模', 'Container'),

  qcTasks: page(groups.quality, 'qualityTask', '质检任务', 'QC task'),
  editQcTask: page(groups.quality, 'quality-task-edit', '质检任务编辑', 'QC task edit', 'edit'),
  qcSchemes: page(groups.quality, 'qualityScheme', '质检方案', 'QC plan'),
  editQcScheme: withNew(
    page(groups.quality, 'quality-scheme-edit', '质检方案编辑', 'QC plan edit', 'edit'),
    '新建质检方案',
    'New QC plan',
  ),
  trace: page(groups.quality, 'trace', '产品追溯', 'Product traceback'),

  benchmarking: page(groups.strategy, 'industry-benchmarking', '行业对标', 'Industry benchmarking'),
  valueStream: page(groups.strategy, 'value-stream-mapping', '价值流图', 'Value stream map'),
  leanAgent: page(groups.strategy, 'lean-agent', '精益智能体', 'AI agent'),

  routings: page(groups.process, 'process-define', '工艺路线', 'Process sequence'),
  materialBoms: page(groups.process, 'material-bom', '物料BOM', 'Material BoM'),
  editMaterialBom: withNew(
    page(groups.process, 'material-bom-edit', '物料BOM编辑', 'Material BoM edit', 'edit'),
    '新建物料BOM',
    'New material BoM',
  ),
  manufacturingBoms: page(groups.process, 'fabricate-bom', '制造BOM', 'Manufacturing BoM'),
  selectManufacturingBom: page(
    groups.process,
    'fabricate-bom-select',
    '制造BOM选择',
    'Manufacturing BoM selection',
    'edit',
  ),
  drawings: page(groups.process, 'drawing-archives', '图纸档案', 'Drawings'),

  materials: page(groups.basic, 'material', '物料', 'Material'),
  editMaterial: withNew(
    page(groups.basic, 'material-edit', '物料编辑', 'Material edit', 'edit'),
    '新建物料',
    'New material',
  ),
  materialConfiguration: page(groups.basic, 'materialConfiguration', '物料配置', 'Material configuration'),
  units: page(groups.basic, 'meterageUnit', '计量单位', 'Measurement unit'),
  devices: page(groups.basic, 'device', '设备管理', 'Equipment'),
  deviceDetail: page(groups.basic, 'device-detail', '设备详情', 'Equipment detail', 'edit'),
  processes: page(groups.basic, 'process', '工序', 'Process'),
  cycleTimes: page(groups.basic, 'man-hour', '工时管理', 'Cycle time'),
  changeovers: page(groups.basic, 'change-line', '换模换线', 'Mold and line change'),
  calendars: page(groups.basic, 'calendar', '工作日历', 'Calendar'),
  workgroups: page(groups.basic, 'team-management', '班组管理', 'Workgroup'),
  customers: page(groups.basic, 'customer', '客户', 'Customer'),
  suppliers: page(groups.basic, 'supplier', '供应商', 'Supplier'),
  dataCheck: page(groups.basic, 'data-check', '资料检查', 'Data check'),
  sampleData: page(groups.basic, 'example', '示例数据', 'Sample data'),

  documents: page(groups.documents, 'documents', '文档中心', 'Documents'),

  /** Opened from the header. */
  taskCentre: page(groups.tasks, 'task-center', '任务中心', 'Task centre', 'tab'),

  roles: page(groups.platform, 'role', '权限管理', 'Access control'),
  settings: page(groups.platform, 'settings', '系统设置', 'System settings'),
  securityLog: page(groups.platform, 'security-log', '安全日志', 'Security log'),
  reconciliation: page(groups.platform, 'reconciliation', '数据核对', 'Reconciliation'),
  noticeRules: page(groups.platform, 'notice-rule', '提醒规则', 'Notice rules'),
  webHooks: page(groups.platform, 'web-hook', '事件推送', 'Web hooks'),
  installation: page(groups.platform, 'installation', '运行状态', 'Installation status'),
} as const satisfies Record<string, Page>

/** Of whoever runs the product for all its companies. */
export const operatorPages: readonly Page[] = [pages.installation]
/** All that a company can have. */
export const allPages: readonly Page[] = Object.values(pages).filter(one => !operatorPages.includes(one))
export const sitePages: readonly Page[] = [...allPages, ...operatorPages]
export const allGroups: readonly PageGroup[] = Object.values(groups)
export const pageAt = (path: string): Page | undefined => sitePages.find(page => page.path === path)

/** Open without sign-in (specification section 2). */
export const publicPaths = [
  '/login',
  '/register',
  '/passwordReset',
  '/404',
  '/403',
  '/onlineEdit',
  '/read-order',
  '/confirm-purchase',
  '/redirect',
  '/api',
  '/oidc',
] as const
