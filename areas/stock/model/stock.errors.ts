import { errors } from '@qitao/core/refusal.ts'

/** Refusals of the ledger: occupation (5511, 5512) and stock (59xx); receipts have theirs in warehouse. */
export const stockErrors = errors({
  occupiedNotPositive: [5511, '占用数量必须大于0', 'The occupied quantity must be above 0'],
  occupiedOverAvailable: [5512, '占用数量超过可用数量', 'The occupied quantity exceeds the available quantity'],
  stockInsufficient: [5901, '库存不足', 'Not enough stock'],
  warehouseNumberExists: [5906, '仓库或库位编号已存在', 'The warehouse or bin number already exists'],
  warehouseNotEmpty: [5911, '仓库或库位有库存，不能删除', 'The warehouse or bin holds stock and cannot be deleted'],
  countInProgress: [5912, '库位盘点中，不能出入库', 'The bin is being counted, no movement is possible'],
  stockOccupied: [5913, '库存已被占用', 'The stock is occupied'],
  lotRequired: [5914, '请填写批号', 'The lot number is required'],
  serialRequired: [5918, '请填写序列号', 'The serial numbers are required'],
  serialElsewhere: [5919, '序列号不在可取用的位置', 'The serial number is not where it is to be taken from'],
  adjustReasonExists: [5920, '调整原因已存在', 'The reason of adjustments already exists'],
  adjustmentWaits: [5921, '该库存已有调整在等待审批', 'An adjustment of this stock waits for its approval already'],
})
