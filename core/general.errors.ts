import { errors } from './refusal.ts'

/** General conditions that any call may answer (specification section 8, 5001-5056, and sign-in 5256 to 7025). */
export const generalErrors = errors({
  badParameter: [5001, '参数错误', 'Bad parameter'],
  numberRequired: [5002, '请输入数字', 'Please enter a number'],
  dataLocked: [5003, '数据已被锁定，请稍后再试', 'The data is locked, try again later'],
  programLocked: [5004, '程序正在执行中，请稍后再试', 'The program is locked by a running execution, try again later'],
  configItemMissing: [5009, '没有该配置项', 'No such config item'],
  recordNotFound: [5010, '数据不存在或已被删除', 'The record does not exist or was deleted'],
  noPermission: [5011, '没有操作权限', 'No permission for this operation'],
  dateSpanOverYear: [5012, '查询日期跨度不能超过一年', 'The date span of a search is limited to one year'],
  parameterOver365: [5013, '参数最大值为365', 'Parameter maximum is 365'],
  number1To10000: [5014, '请输入1到10000之间的数字', 'Please enter a number from 1 to 10000'],
  positiveIntegerRequired: [5015, '请输入正整数', 'Please enter a positive integer'],
  remarkTooLong: [5018, '备注不能超过255个字符', 'Remark is limited to 255 characters'],
  fileInvalid: [5019, '文件类型或大小不符合要求', 'File type or size is not accepted'],
  fieldRequired: [5020, '必填项不能为空', 'A required field is empty'],
  duplicateCode: [5021, '编号或名称已存在', 'Code or name already exists'],
  dataInUse: [5022, '数据已被引用，不能删除', 'The data is referenced and cannot be deleted'],
  versionConflict: [5023, '数据已被他人修改，请刷新后重试', 'The data was changed by someone else, refresh and retry'],
  statusNotAllowed: [5024, '当前状态不允许此操作', 'The current status does not allow this operation'],
  decimalsExceeded: [5025, '小数位数超出限制', 'Too many decimals'],
  fieldTooLong: [5026, '输入内容过长', 'The input is too long'],
  unitQuantityPrecision: [5027, '数量不符合单位精度', 'The quantity does not match the unit precision'],
  partlyDone: [5056, '部分数据未处理，请查看明细', 'Some of the data was not processed, see the details'],
  tooManyCalls: [5057, '请求过多，请稍后再试', 'Too many requests at once, try again shortly'],
  storageFull: [
    5058,
    '公司的文件空间不足：已用{used} MB，上限{allowed} MB',
    'The company has no room for more files: {used} MB of {allowed} MB are used',
  ],
  mailFailed: [
    5059,
    '邮件未能发出，请检查收件邮箱，或稍后再试',
    'The mail was not sent: check the address, or try again shortly',
  ],
  mailsTooMany: [
    5060,
    '一小时内发出的邮件过多（每人{most}封，全公司{most_all}封），请稍后再试',
    'Too many mails within an hour ({most} of one person, {most_all} of the company): try again later',
  ],
  loginNeeded: [5256, '请重新登录', 'Please sign in'],
  roleInvalid: [7025, '用户角色无效', 'The role of the user is invalid'],
})

/** Texts of section 8 that have no code of their own. */
export const defaultErrorText = {
  zh: '请求失败！请联系管理员',
  en: 'Request failed! Please contact the administrator',
} as const
export const httpErrorTexts: Readonly<Record<number, { zh: string; en: string }>> = {
  404: { zh: '资源不存在', en: 'Resource does not exist' },
  500: { zh: '服务异常', en: 'Service exception' },
  429: generalErrors.tooManyCalls.text,
  503: { zh: '服务暂时不可用，请稍后再试', en: 'The service is not available at the moment, try again shortly' },
  502: { zh: '网关错误', en: 'Gateway error' },
}
