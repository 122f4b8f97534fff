import { type CodeOf, statuses } from '@qitao/core/status.ts'

/** Main view (specification section 4): the stored status of a work order. */
export const moStatus = statuses(
  {
    todo: { code: 10, zh: '待办', en: 'To-do', colour: 'info' },
    planned: { code: 20, zh: '已计划', en: 'Planned', colour: 'processing' },
    to_be_produced: { code: 30, zh: '待生产', en: 'To be produced', colour: 'warning' },
    in_production: { code: 35, zh: '生产中', en: 'In production', colour: 'processing' },
    completed: { code: 40, zh: '生产完成', en: 'Completed', colour: 'success' },
    in_warehouse: { code: 50, zh: '已入库', en: 'In warehouse', colour: 'done' },
  },
  {
    edit: { zh: '编辑', en: 'edit', from: ['todo', 'planned'] },
    merge: { zh: '合并', en: 'merge', from: ['todo'] },
    split: { zh: '拆分', en: 'split', from: ['todo'] },
    convert: { zh: '转换', en: 'convert', from: ['todo'] },
    follow_recipe: { zh: '按现行工艺更新', en: 'follow the recipe in force', from: ['todo'] },
    to_plan: { zh: '下发计划', en: 'send to plan', from: ['todo'], to: 'planned' },
    revert: { zh: '退回待办', en: 'return to to-do', from: ['planned', 'to_be_produced'], to: 'todo' },
    kit: { zh: '齐套检查', en: 'kitting check', from: ['todo', 'planned', 'to_be_produced', 'in_production'] },
    lock: { zh: '锁定物料', en: 'lock material', from: ['todo', 'planned', 'to_be_produced'] },
    schedule: { zh: '排产', en: 'schedule', from: ['planned'] },
    publish: { zh: '发布', en: 'publish', from: ['planned'], to: 'to_be_produced' },
    unpublish: { zh: '取消发布', en: 'unpublish', from: ['to_be_produced'], to: 'planned' },
    // What the floor reports moves an order on, and back when a report is taken back.
    report: { zh: '报工', en: 'report', from: ['to_be_produced', 'in_production', 'completed'], to: 'in_production' },
    report_all: { zh: '完工', en: 'finish', from: ['to_be_produced', 'in_production', 'completed'], to: 'completed' },
    take_back: {
      zh: '撤销报工',
      en: 'take all reports back',
      from: ['to_be_produced', 'in_production', 'completed'],
      to: 'to_be_produced',
    },
    correct: { zh: '更正报工', en: 'correct reports', from: ['in_warehouse'] },
    serve: {
      zh: '领料和入库',
      en: 'move material',
      from: ['to_be_produced', 'in_production', 'completed', 'in_warehouse'],
    },
    store_all: { zh: '全部入库', en: 'put all into the warehouse', from: ['completed'], to: 'in_warehouse' },
    drop: { zh: '删除', en: 'delete', from: ['todo'] },
    follow_order: {
      zh: '跟随订单变更',
      en: 'follow a changed order',
      from: ['todo', 'planned', 'to_be_produced', 'in_production'],
    },
  },
)
export type MoStatusCode = (typeof moStatus.list)[number]['code']
export type MoAction = keyof typeof moStatus.actions

/** Second view (specification section 4; formula in spec/statuses.json): computed, never stored. */
export const moExecStatus = statuses({
  to_plan: { code: 10, zh: '待计划', en: 'To plan', colour: 'info' },
  planned: { code: 20, zh: '待生产', en: 'To produce', colour: 'processing' },
  published: { code: 30, zh: '待生产', en: 'To produce', colour: 'warning' },
  picking: { code: 31, zh: '待生产', en: 'To produce', colour: 'warning' },
  dispatched: { code: 40, zh: '待生产', en: 'To produce', colour: 'warning' },
  in_production: { code: 41, zh: '生产中', en: 'In production', colour: 'processing' },
  finished: { code: 50, zh: '已完成', en: 'Finished', colour: 'done' },
})

interface Standing {
  readonly status: MoStatusCode
  readonly dispatch_status: CodeOf<typeof dispatchStatus>
  readonly picking_status: CodeOf<typeof pickingStatus>
}
export function execStatusOf(mo: Standing): CodeOf<typeof moExecStatus> {
  const { codes } = moExecStatus
  switch (mo.status) {
    case moStatus.codes.todo:
      return codes.to_plan
    case moStatus.codes.planned:
      return codes.planned
    case moStatus.codes.to_be_produced:
      if (mo.dispatch_status === dispatchStatus.codes.dispatched) return codes.dispatched
      return mo.picking_status === pickingStatus.codes.not_picked ? codes.published : codes.picking
    case moStatus.codes.in_production:
      return codes.in_production
    default:
      return codes.finished
  }
}

export const materialStatus = statuses({
  kitting_complete: { code: 1, zh: '齐套', en: 'Kitting complete', colour: 'success' },
  locked: { code: 2, zh: '已锁定', en: 'Locked', colour: 'done' },
  pre_kitting_delay: { code: 3, zh: '预齐套(到料延迟)', en: 'Pre-kitting, arrival delayed', colour: 'danger' },
  in_transit: { code: 4, zh: '在途', en: 'In transit', colour: 'processing' },
  locked_in_transit: { code: 5, zh: '在途已锁定', en: 'Locked in transit', colour: 'info' },
  to_be_purchased: { code: 6, zh: '缺料', en: 'Short of material', colour: 'warning' },
})
export const capacityStatus = statuses({
  scheduled: { code: 1, zh: '已排产', en: 'Scheduled', colour: 'success' },
  capacity_locked: { code: 2, zh: '产能锁定', en: 'Capacity locked', colour: 'done' },
  production_delayed: { code: 3, zh: '生产延期', en: 'Production delayed', colour: 'danger' },
})
export const deliveryStatus = statuses({
  deadline_met: { code: 1, zh: '满足交期', en: 'Deadline met', colour: 'success' },
  deadline_missed: { code: 0, zh: '不满足交期', en: 'Deadline missed', colour: 'danger' },
})
export const publishStatus = statuses({
  unpublished: { code: 0, zh: '未发布', en: 'Unpublished', colour: 'neutral' },
  published: { code: 1, zh: '已发布', en: 'Published', colour: 'success' },
})
export const dispatchStatus = statuses({
  pending_dispatch: { code: 0, zh: '待派工', en: 'Pending dispatch', colour: 'neutral' },
  dispatched: { code: 1, zh: '已派工', en: 'Dispatched', colour: 'success' },
})
export const pickingStatus = statuses({
  not_picked: { code: 0, zh: '未领料', en: 'Not picked', colour: 'neutral' },
  partially_picked: { code: 1, zh: '部分领料', en: 'Partially picked', colour: 'warning' },
  picked: { code: 2, zh: '已领料', en: 'Picked', colour: 'success' },
})
export const inboundProgress = statuses({
  pending: { code: 1, zh: '待入库', en: 'Pending', colour: 'neutral' },
  partial: { code: 2, zh: '部分入库', en: 'Partial', colour: 'warning' },
  done: { code: 3, zh: '已入库', en: 'Done', colour: 'success' },
})
/** Where a supply of the material plan comes from. */
export const supplySource = statuses({
  in_stock: { code: 1, zh: '在库', en: 'In stock', colour: 'success' },
  in_transit: { code: 2, zh: '在途采购', en: 'In transit', colour: 'processing' },
  in_production: { code: 4, zh: '在制工单', en: 'In production', colour: 'info' },
  /** It is in stock and waits for its inspection. */
  in_inspection: { code: 8, zh: '待检', en: 'To inspect', colour: 'warning' },
})
/** Supply that is a balance of the ledger: what an order has of it is occupied there. */
export const stockSources = [supplySource.codes.in_stock, supplySource.codes.in_inspection] as const
