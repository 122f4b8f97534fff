import { type Text, text } from '@qitao/core/text.ts'

/** What may follow from the change of an order in production, in the order in which it is shown. */
export const effectKinds = [
  ...(['cancel', 'quantity', 'release', 'surplus', 'raise', 'add', 'date', 'priority', 'drawing'] as const),
  ...(['request', 'purchase', 'lack', 'shipping', 'promise', 'finish'] as const),
] as const
export type EffectKind = (typeof effectKinds)[number]

interface Words {
  /** What is done when it is accepted; of what is only told, what it is. */
  readonly does: Text
  /** What becomes of it when it is left. */
  readonly left?: Text
}
export const effectWords: Readonly<Record<EffectKind, Words>> = {
  cancel: {
    does: text('取消工单', 'Cancel the work order'),
    left: text('照旧生产，产出作库存', 'It is made as before, for stock'),
  },
  quantity: {
    does: text('减少工单数量', 'Reduce the work order'),
    left: text('照旧生产，多出的作库存', 'It is made as before; the surplus is for stock'),
  },
  release: {
    does: text('工单已开工，转为库存生产', 'Begun already: the work order is made for stock'),
  },
  surplus: { does: text('已多做，作为库存', 'More than ordered; the surplus is stock') },
  raise: {
    does: text('增加工单数量', 'Raise the work order'),
    left: text('增加的数量留待转工单', 'What is added waits to be put on a work order'),
  },
  add: {
    does: text('新增工单', 'Create a work order'),
    left: text('该数量留待转工单', 'The quantity waits to be put on a work order'),
  },
  date: {
    does: text('工单交期跟随', 'The due date of the work order follows'),
    left: text('工单保留原交期', 'The work order keeps its due date'),
  },
  priority: {
    does: text('工单优先级跟随', 'The priority of the work order follows'),
    left: text('工单保留原优先级', 'The work order keeps its priority'),
  },
  drawing: {
    does: text('在制工单改用新图号', 'Work orders in progress use the new drawing'),
  },
  request: {
    does: text('减少采购申请', 'Reduce the purchase request'),
    left: text('照旧采购，多出的作库存', 'It is bought as before; the surplus is for stock'),
  },
  purchase: {
    does: text(
      '已下单：这里不再需要的可供其他订单使用，都不需要的由采购员与供应商处理',
      'Ordered already: what is not needed here is free for others; what nobody needs the buyer settles with the supplier',
    ),
  },
  lack: {
    does: text('增加的数量缺料：随后在计划消息中补货', 'Material lacks for what is added: plan messages ask for it'),
  },
  shipping: {
    does: text('未完成的发货单超出新数量，请修改', 'An open shipment is beyond the new quantity: alter it'),
  },
  promise: {
    does: text('订单承诺占用的物料与设备时间随之释放', 'What its promise holds of material and hours is free again'),
  },
  finish: { does: text('计划完成时间', 'Planned finish') },
}

/** Why a document stays as it is. */
export const whyLeft = {
  finished: text('已完工', 'It is finished'),
  picked: text('已领料，请先退料', 'Material is issued: return it first'),
  dispatched: text('已派工或开工', 'It is dispatched or begun'),
  documents: text('已有出入库或委外单据', 'It has receipts or outsourcing orders'),
  locked: text('产能已锁定，请先解锁', 'Its capacity is locked: unlock it first'),
  parts: text('拆分的任务已开工', 'A part of a split task is begun'),
  outside: text('委外加工中，请与供应商协商', 'A supplier makes it: settle it with him'),
  used: text('产出已被其他工单占用', 'Other work orders have its output'),
} satisfies Readonly<Record<string, Text>>
export type WhyLeft = keyof typeof whyLeft
