import { type CodeOf, statuses } from '@qitao/core/status.ts'

/** Whether a hook is told anything. */
export const webHookStatus = statuses(
  {
    on: { code: 1, zh: '启用', en: 'On', colour: 'success' },
    off: { code: 0, zh: '停用', en: 'Off', colour: 'neutral' },
    /** The address did not answer for a day, or nobody answers for the hook any more. */
    stopped: { code: 2, zh: '已中止', en: 'Stopped', colour: 'danger' },
  },
  {
    turn_on: { zh: '启用', en: 'turn on', from: ['off', 'stopped'], to: 'on' },
    turn_off: { zh: '停用', en: 'turn off', from: ['on', 'stopped'], to: 'off' },
    stop: { zh: '中止', en: 'stop', from: ['on'], to: 'stopped' },
  },
)

/** What became of an event on its way to one hook. */
export const deliveryStatus = statuses(
  {
    waiting: { code: 0, zh: '待推送', en: 'Waiting', colour: 'processing' },
    delivered: { code: 1, zh: '已送达', en: 'Delivered', colour: 'success' },
    /** Tried for a day, or its hook was stopped. */
    set_aside: { code: 2, zh: '已搁置', en: 'Set aside', colour: 'danger' },
  },
  {
    deliver: { zh: '送达', en: 'be delivered', from: ['waiting'], to: 'delivered' },
    try_later: { zh: '稍后再试', en: 'be tried later', from: ['waiting'] },
    set_aside: { zh: '搁置', en: 'be set aside', from: ['waiting'], to: 'set_aside' },
    send_again: { zh: '重新推送', en: 'send again', from: ['delivered', 'set_aside'], to: 'waiting' },
  },
)
export type DeliveryStatusCode = CodeOf<typeof deliveryStatus>

/** Why no answer came. */
export const deliveryFault = statuses({
  address: { code: 'address', zh: '地址不可用', en: 'The address cannot be used', colour: 'danger' },
  inner: { code: 'inner', zh: '地址指向内部网络', en: 'The address leads into a private network', colour: 'danger' },
  unknown_host: { code: 'unknown_host', zh: '找不到主机', en: 'The host is not known', colour: 'danger' },
  timeout: { code: 'timeout', zh: '超时未应答', en: 'No answer in time', colour: 'danger' },
  connection: { code: 'connection', zh: '连接失败', en: 'No connection', colour: 'danger' },
  secret: {
    code: 'secret',
    zh: '签名密钥无法解密，请重新生成',
    en: 'The secret cannot be opened: make a new one',
    colour: 'danger',
  },
  certificate: { code: 'certificate', zh: '证书无效', en: 'The certificate is not valid', colour: 'danger' },
})
