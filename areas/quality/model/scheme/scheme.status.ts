import { statuses } from '@qitao/core/status.ts'
import { aqls, inspectionLevels } from '../sampling/iso-2859-1.ts'

/** Life of a version of a QC plan: what is released does not change; a new version takes its place. */
export const schemeStatus = statuses(
  {
    draft: { code: 0, zh: '草稿', en: 'Draft', colour: 'neutral' },
    released: { code: 1, zh: '已发布', en: 'Released', colour: 'success' },
    off: { code: 2, zh: '已停用', en: 'Off', colour: 'danger' },
  },
  {
    alter: { zh: '编辑', en: 'edit', from: ['draft'] },
    release: { zh: '发布', en: 'release', from: ['draft'], to: 'released' },
    stop: { zh: '停用', en: 'turn off', from: ['released'], to: 'off' },
    drop: { zh: '删除', en: 'delete', from: ['draft', 'off'] },
  },
)
/** What may not be reported until an inspection on the floor has passed. */
export const blocks = statuses({
  none: { code: 0, zh: '不拦', en: 'Nothing', colour: 'neutral' },
  behind: { code: 1, zh: '后道工序', en: 'Later steps', colour: 'warning' },
  all: { code: 2, zh: '本道和后道', en: 'This and later', colour: 'danger' },
})
export const sampling = statuses({
  all: { code: 1, zh: '全检', en: 'All', colour: 'neutral' },
  fixed: { code: 2, zh: '固定数量', en: 'Fixed number', colour: 'neutral' },
  aql: { code: 3, zh: 'AQL（GB/T 2828.1）', en: 'AQL (ISO 2859-1)', colour: 'info' },
})
const choices = <const V extends string>(values: readonly V[]) => ({
  list: values.map(code => ({ code, zh: code, en: code, colour: 'neutral' as const })),
})
export const levelChoices = choices(inspectionLevels)
/** As they are written: 0.65, 1.0, 2.5. */
export const aqlChoices = choices(aqls.map(aql => String(aql)))
