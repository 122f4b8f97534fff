import { statuses } from '@qitao/core/status.ts'

/** Life of a version of a drawing or document: of one number, one version at a time is valid. Codes are ours. */
export const fileVersionStatus = statuses(
  {
    draft: { code: 0, zh: '草稿', en: 'Draft', colour: 'neutral' },
    valid: { code: 1, zh: '有效', en: 'Valid', colour: 'success' },
    obsolete: { code: 2, zh: '已作废', en: 'Obsolete', colour: 'danger' },
  },
  {
    /** Of a valid version only what it belongs to and its remarks; of a draft all. */
    alter: { zh: '编辑', en: 'Edit', from: ['draft', 'valid'] },
    replace: { zh: '换文件', en: 'Replace the file', from: ['draft'] },
    release: { zh: '发布', en: 'Release', from: ['draft'], to: 'valid' },
    withdraw: { zh: '作废', en: 'Withdraw', from: ['valid'], to: 'obsolete' },
    drop: { zh: '删除', en: 'Delete', from: ['draft', 'obsolete'] },
  },
)
export type FileVersionStatus = (typeof fileVersionStatus.list)[number]['code']
