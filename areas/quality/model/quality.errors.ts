import { errors } from '@qitao/core/refusal.ts'

/** Refusals of inspection (60xx); from 6010 on ours. */
export const qualityErrors = errors({
  taskMissing: [6001, '质检任务不存在', 'The QC task does not exist'],
  taskDone: [6002, '质检任务已完成', 'The QC task is done'],
  quantityMismatch: [
    6003,
    '合格数与不合格数之和必须等于质检数量',
    'Passed and failed quantity must add up to the checked quantity',
  ],
  schemeExists: [6004, '质检方案已存在', 'The QC plan already exists'],
  schemeInUse: [6005, '质检方案已被使用', 'The QC plan is in use'],
  itemExists: [6006, '质检项已存在', 'The QC item already exists'],
  itemInUse: [6007, '质检项已被使用', 'The QC item is in use'],
  resultMissing: [6008, '请填写质检项结果', 'The result of a QC item is missing'],
  noItems: [6009, '质检方案没有质检项', 'The QC plan has no items'],
  sampleRefuses: [6010, '样本不合格，该批不能判为合格', 'The sample fails: the lot cannot be passed'],
  disposalOverFailed: [6011, '处置数量超过待处置数量', 'More is disposed of than has failed'],
  operationBlocked: [
    6013,
    '工序检验未合格，不能报工',
    'The inspection of a step has not passed: it cannot be reported',
  ],
  notBlocking: [6014, '该任务没有拦住报工', 'The task holds nothing up'],
  nothingToRecheck: [6015, '没有可复检的不合格品', 'Nothing that failed can be inspected again'],
  outgoingNotPassed: [6016, '出货检验未合格，不能发货', 'The outgoing inspection has not passed: it cannot be shipped'],
  disposalByInspector: [6012, '让步使用须由判定人以外的人批准', 'Use as is needs somebody other than the inspector'],
})
