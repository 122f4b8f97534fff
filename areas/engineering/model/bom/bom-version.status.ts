import { statuses } from '@qitao/core/status.ts'

/** Life of a version of a material BoM or a manufacturing BoM (specification section 4; codes are ours). */
export const bomVersionStatus = statuses(
  {
    draft: { code: 0, zh: '草稿', en: 'Draft', colour: 'neutral' },
    released: { code: 1, zh: '已发布', en: 'Released', colour: 'success' },
    cancelled: { code: 2, zh: '已取消', en: 'Cancelled', colour: 'danger' },
  },
  {
    alter: { zh: '编辑', en: 'Edit', from: ['draft'] },
    release: { zh: '发布', en: 'Release', from: ['draft'], to: 'released' },
    /** Proposes or approves a substitute. */
    substitute: { zh: '替代料', en: 'Substitutes', from: ['released'] },
    make_default: { zh: '设为默认', en: 'Make default', from: ['released'] },
    cancel: { zh: '取消', en: 'Cancel', from: ['released'], to: 'cancelled' },
    drop: { zh: '删除', en: 'Delete', from: ['draft', 'cancelled'] },
  },
)
export type BomVersionStatus = (typeof bomVersionStatus.list)[number]['code']
