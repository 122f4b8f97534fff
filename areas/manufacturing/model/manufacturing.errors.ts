import { errors } from '@qitao/core/refusal.ts'

/** Work orders and inventory occupancy, 5501-5523 (5507, 5518, 5519 are engineering's). */
export const manufacturingErrors = errors({
  noneSendable: [5501, '没有可下发到计划的工单', 'None of the work orders can be sent to the plan'],
  noneReturnable: [5502, '没有可退回的工单', 'None of the work orders can be returned'],
  noneLockable: [5503, '没有可锁定的工单', 'None of the work orders can be locked'],
  mergedAgain: [5504, '已合并的工单不能再次合并', 'A merged work order cannot be merged again'],
  mergedSplit: [5505, '已合并的工单不能拆分', 'A merged work order cannot be split'],
  moRemarkTooLong: [5506, '工单备注不能超过255个字符', 'The work order remark is limited to 255 characters'],
  moNotEditable: [5508, '工单不可编辑', 'The work order is not editable'],
  returnHasOutbound: [5509, '工单已有出库记录，不能退回', 'The work order has outbound records and cannot return'],
  returnOccupied: [
    5510,
    '工单在制库存已被占用，不能退回',
    'The in-production stock of the work order is occupied, it cannot return',
  ],
  moNoExists: [5513, '工单号已存在', 'The work order number already exists'],
  mergeMismatch: [5514, '仅物料和状态相同的工单可以合并', 'Only work orders of one material and status can be merged'],
  splitQuantity: [5515, '拆分数量不正确', 'Wrong split quantities'],
  moMissing: [5516, '工单不存在', 'The work order does not exist'],
  moNotDeletable: [5520, '仅待办工单可以删除', 'Only to-do work orders can be deleted'],
  assignedOverNeeded: [
    5521,
    '物料{material_code}只需要{needed}，不能分配{wanted}',
    'Only {needed} of material {material_code} is needed, {wanted} cannot be assigned',
  ],
  reallocationMoved: [
    5522,
    '工单{mo_no}的物料{material_code}已变化，请重新预览',
    'Material {material_code} of work order {mo_no} has changed: look at the preview again',
  ],
  tooManyProposals: [
    5523,
    '按BOM展开需要超过{most}条补料建议，其中物料{material_code}最多，请检查使用它的各级BOM',
    'By the BoMs more than {most} proposals are needed, most of them of material {material_code}: check the BoMs that use it, on all levels',
  ],
})
