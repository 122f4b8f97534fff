import { statuses } from '@qitao/core/status.ts'

export const andonStatus = statuses(
  {
    called: { code: 0, zh: '待响应', en: 'Called', colour: 'danger' },
    answered: { code: 10, zh: '处理中', en: 'Answered', colour: 'warning' },
    closed: { code: 20, zh: '已解决', en: 'Solved', colour: 'success' },
  },
  {
    answer: { zh: '响应', en: 'answer', from: ['called'], to: 'answered' },
    close: { zh: '解决', en: 'solve', from: ['called', 'answered'], to: 'closed' },
  },
)
/** Whom a call has reached. */
export const andonLevel = statuses({
  owner: { code: 0, zh: '责任人', en: 'Owner', colour: 'neutral' },
  leader: { code: 1, zh: '已升级到班组长', en: 'Raised to the leader', colour: 'warning' },
  manager: { code: 2, zh: '已升级到主管', en: 'Raised to the manager', colour: 'danger' },
})
export const andonCause = statuses({
  machine: { code: 1, zh: '设备', en: 'Machine', colour: 'danger' },
  material: { code: 2, zh: '物料', en: 'Material', colour: 'warning' },
  quality: { code: 3, zh: '质量', en: 'Quality', colour: 'info' },
  tool: { code: 4, zh: '工装模具', en: 'Tool', colour: 'processing' },
  other: { code: 5, zh: '其他', en: 'Other', colour: 'neutral' },
})
