import { errors } from '@qitao/core/refusal.ts'

export const webHookErrors = errors({
  addressUnfit: [
    6309,
    '地址必须以 https:// 开头，并指向公网上的主机',
    'The address must begin with https:// and name a host on the public internet',
  ],
  tooMany: [
    6310,
    '最多{limit}个事件推送，请先删除不用的',
    'At most {limit} web hooks: delete one that is not used first',
  ],
  isOff: [6311, '事件推送未启用，请先启用', 'The web hook is off: turn it on first'],
})
