import { statuses } from '@qitao/core/status.ts'

export const periodStatus = statuses(
  {
    open: { code: 0, zh: '未锁定', en: 'Open', colour: 'processing' },
    locked: { code: 10, zh: '已锁定', en: 'Locked', colour: 'done' },
  },
  {
    recalculate: { zh: '重算', en: 'recalculate', from: ['open'] },
    lock: { zh: '锁定', en: 'lock', from: ['open'], to: 'locked' },
    drop: { zh: '删除', en: 'delete', from: ['open'] },
  },
)

/** The wages of one person for one period: seen by the worker once they are sent. */
export const sheetStatus = statuses(
  {
    open: { code: 0, zh: '待核对', en: 'To check', colour: 'neutral' },
    sent: { code: 10, zh: '待确认', en: 'To confirm', colour: 'processing' },
    confirmed: { code: 20, zh: '已确认', en: 'Confirmed', colour: 'success' },
    disputed: { code: 30, zh: '有异议', en: 'Disputed', colour: 'danger' },
    locked: { code: 40, zh: '已锁定', en: 'Locked', colour: 'done' },
  },
  {
    send: { zh: '发送确认', en: 'send', from: ['open'], to: 'sent' },
    answer: { zh: '答复', en: 'answer', from: ['disputed'], to: 'sent' },
    confirm: { zh: '确认', en: 'confirm', from: ['sent', 'disputed'], to: 'confirmed' },
    dispute: { zh: '提出异议', en: 'dispute', from: ['sent', 'confirmed'], to: 'disputed' },
    /** Its figures are others now: it is checked and sent anew. */
    reopen: { zh: '重新核对', en: 'check anew', from: ['open', 'sent', 'confirmed', 'disputed'], to: 'open' },
    lock: { zh: '锁定', en: 'lock', from: ['sent', 'confirmed'], to: 'locked' },
  },
)

export const wageKind = statuses({
  piece: { code: 1, zh: '计件', en: 'Piece', colour: 'info' },
  hour: { code: 2, zh: '计时', en: 'Hour', colour: 'info' },
  deduction: { code: 3, zh: '不良扣款', en: 'Scrap deduction', colour: 'danger' },
  supplement: { code: 4, zh: '补报', en: 'Supplement', colour: 'processing' },
  correction: { code: 5, zh: '往期更正', en: 'Correction', colour: 'warning' },
})

/** How what a group has made together is divided. */
export const groupSplit = statuses({
  hours: { code: 1, zh: '按工时', en: 'By hours', colour: 'neutral' },
  coefficient: { code: 2, zh: '按系数', en: 'By coefficient', colour: 'neutral' },
})

export const supplementKind = statuses({
  piece: { code: 1, zh: '计件补报', en: 'Piece', colour: 'info' },
  hour: { code: 2, zh: '计时补报', en: 'Hour', colour: 'info' },
  allowance: { code: 3, zh: '津贴', en: 'Allowance', colour: 'success' },
  deduction: { code: 4, zh: '扣款', en: 'Deduction', colour: 'danger' },
})

export const supplementStatus = statuses(
  {
    draft: { code: 0, zh: '待提交', en: 'To submit', colour: 'neutral' },
    approved: { code: 10, zh: '已生效', en: 'In force', colour: 'success' },
    reversed: { code: 90, zh: '已冲销', en: 'Reversed', colour: 'danger' },
  },
  {
    alter: { zh: '编辑', en: 'Edit', from: ['draft'] },
    submit: { zh: '提交', en: 'Submit', from: ['draft'], to: 'approved' },
    reverse: { zh: '冲销', en: 'Reverse', from: ['approved'], to: 'reversed' },
    drop: { zh: '删除', en: 'Delete', from: ['draft'] },
  },
)
