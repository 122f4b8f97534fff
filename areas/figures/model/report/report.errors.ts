import { errors } from '@qitao/core/refusal.ts'

export const reportErrors = errors({
  mixedTime: [
    6381,
    '「{name}」是当前数据，不能与按期间统计的指标放在一张报表中，请去掉其一',
    '“{name}” is as it stands now and does not go with figures of a period: take one of them out',
  ],
  nothingInCommon: [
    6382,
    '「{name}」不能按「{dimension}」拆分，请去掉该维度或该指标',
    '“{name}” cannot be split by “{dimension}”: take out the dimension or the figure',
  ],
  nameTaken: [
    6383,
    '您已有同名报表「{name}」，请换一个名称',
    'You have a report “{name}” already: choose another name',
  ],
  tooMany: [
    6384,
    '每人最多{limit}张报表，请先删除不用的',
    'At most {limit} reports each: delete one that is not used first',
  ],
  noRoles: [6385, '请选择共享给哪些角色', 'Say which roles read it'],
  goneReference: [6386, '所选的角色或成员已不存在，请重新选择', 'A chosen role or member is gone: choose again'],
  ownersOnly: [
    6387,
    '只有创建人可以修改，可另存为自己的报表；不再需要的，请管理员删除或停用其邮件',
    'Only who made it changes it: save a copy as yours. An administrator may delete it and end its mails',
  ],
  nobody: [6388, '请选择发给谁：成员或角色', 'Say who gets it: members or roles'],
  nobodyReached: [
    6389,
    '所选的人都收不到：{reasons}。请换人，或让管理员补充邮箱和权限',
    'None of them can be reached: {reasons}. Choose others, or have an administrator give them an address and the right',
  ],
  tooManyReceivers: [
    6391,
    '最多发给{limit}人，请减少成员或角色',
    'At most {limit} people get it: name fewer members or roles',
  ],
  notMailed: [6392, '请先设置并保存定时邮件', 'Say first to whom it is mailed, and save that'],
  dayMissing: [6390, '请选择哪一天发送', 'Say on which day it is sent'],
})
