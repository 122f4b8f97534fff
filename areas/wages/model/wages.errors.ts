import { errors } from '@qitao/core/refusal.ts'

/** Wages: 8412 of the specification, 8420 to 8426 ours. */
export const wagesErrors = errors({
  wageDecimals: [8412, '工资最多保留2位小数', 'Wage has at most 2 decimals'],
  periodLocked: [8420, '工资期间已锁定', 'The wage period is locked'],
  rateExists: [8421, '该日期已有同样条件的单价', 'A rate for the same begins on this day already'],
  gradeExists: [8422, '该人员在该日期已有等级', 'A grade of this person begins on this day already'],
  notInTurn: [8423, '工资期间须依次处理', 'Wage periods are taken in turn'],
  notLockable: [8424, '工资期间不能锁定', 'The wage period cannot be locked'],
  noRate: [8425, '没有适用的工资单价', 'No wage rate applies'],
  supplementNotNow: [8426, '补报单当前状态不允许此操作', 'The status of the supplement does not allow this'],
})
