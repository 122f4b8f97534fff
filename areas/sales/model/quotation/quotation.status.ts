import { statuses } from '@qitao/core/status.ts'

/** Life of a quotation; the specification knows orders alone. */
export const quotationStatus = statuses(
  {
    init: { code: 0, zh: '草稿', en: 'Draft', colour: 'neutral' },
    sent: { code: 10, zh: '已发出', en: 'Sent', colour: 'processing' },
    accepted: { code: 20, zh: '已接受', en: 'Accepted', colour: 'success' },
    ordered: { code: 50, zh: '已转订单', en: 'Ordered', colour: 'done' },
    expired: { code: 70, zh: '已过期', en: 'Expired', colour: 'warning' },
    lost: { code: 80, zh: '未成交', en: 'Lost', colour: 'danger' },
  },
  {
    alter: { zh: '编辑', en: 'edit', from: ['init'] },
    submit: { zh: '发出', en: 'send out', from: ['init'], to: 'sent' },
    accept: { zh: '客户接受', en: 'mark as accepted', from: ['sent'], to: 'accepted' },
    order: { zh: '转订单', en: 'make an order', from: ['sent', 'accepted', 'expired'], to: 'ordered' },
    // Altered and sent again, with another day until which it holds; after an order only when that is gone (`expectNoOrder`).
    revise: { zh: '重新报价', en: 'revise', from: ['sent', 'accepted', 'expired', 'lost', 'ordered'], to: 'init' },
    lose: { zh: '未成交', en: 'mark as lost', from: ['init', 'sent', 'accepted', 'expired'], to: 'lost' },
    // When its last day is over.
    expire: { zh: '过期', en: 'let expire', from: ['sent'], to: 'expired' },
    mail: { zh: '邮件发送', en: 'mail', from: ['sent', 'accepted'] },
    drop: { zh: '删除', en: 'delete', from: ['init', 'lost'] },
  },
)
/** At which prices an order is made of it. */
export const orderedPrices = statuses({
  quoted: { code: 'quoted', zh: '按报价', en: 'As quoted', colour: 'neutral' },
  today: { code: 'today', zh: '按今天的单价', en: 'Prices of today', colour: 'neutral' },
})
