import { statuses } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'

/**
 * What a role sees of the pages that it opens, the narrowest first: 40 is the data permission of the specification (section 6),
 * read as all of the company. The widest scope of a member's roles holds.
 */
export const dataScope = statuses({
  group: { code: 20, zh: '本班组', en: 'Own workgroups', colour: 'info' },
  own: { code: 10, zh: '仅本人创建', en: 'Own only', colour: 'info' },
  all: { code: 40, zh: '全公司', en: 'Whole company', colour: 'neutral' },
})
export type DataScopeCode = (typeof dataScope.list)[number]['code']

const width = (code: DataScopeCode): number => dataScope.list.findIndex(state => state.code === code)
export const isWider = (one: DataScopeCode, other: DataScopeCode): boolean => width(one) > width(other)
/** Of no roles: all, as nothing is cut. */
export const widestOf = (codes: readonly DataScopeCode[]): DataScopeCode =>
  codes.reduce((widest, code) => (isWider(code, widest) ? code : widest), codes[0] ?? dataScope.codes.all)

const ownSales = text(
  '销售订单、询交、发货、销售退货只有本人创建的；',
  'Sales orders, promises, shipments and returns: those that the member made. ',
)
const asPages = text(
  '工单、物料、库存等不属于任何人，按页面权限全部可见，其中他人订单的编号和客户不显示。',
  'Work orders, materials and stock are nobody\u2019s: all, as the pages allow, without number and customer of the orders of others.',
)
const meanings: Readonly<Record<keyof typeof dataScope.codes, Text>> = {
  group: text(
    `${ownSales.zh}车间只有所在或所带班组的：班组设备上的、派给班组或本人的任务，其派工、报工、暂停、呼叫、进度和排程，班组设备的停机，班组的交接，班组成员的工资；设备不属于任何班组时，只有派给本人或本人登记的。${asPages.zh}涉及所有班组的操作（自动排程、发布、核算和关闭工资期间）不能做；追溯始终完整。`,
    `${ownSales.en}Of the floor, what the workgroups do that one belongs to or leads: tasks on their machines or given to them or to oneself, with dispatch, reports, rests, calls, progress and plan; stops of their machines, their handovers, the wages of their members. Of a machine without a workgroup: what one was given or has entered oneself. ${asPages.en} What concerns all workgroups (scheduling, publishing, computing and closing wages) is not possible; a trace is always whole.`,
  ),
  own: text(
    `${ownSales.zh}车间的任务、报工、工资和排程不受限制。${asPages.zh}`,
    `${ownSales.en}Tasks, reports, wages and plan of the floor are not cut. ${asPages.en}`,
  ),
  all: text('全公司的数据，按页面权限。', 'All of the company, as the pages allow.'),
}
/** What a scope covers, as the role editor tells it. */
export const meaningOf = (code: DataScopeCode): Text => meanings[dataScope.keyOf(code)]
