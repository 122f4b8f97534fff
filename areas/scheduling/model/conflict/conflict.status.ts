import { statuses } from '@qitao/core/status.ts'

/** How the books have overtaken the plan (planning section 3). */
export const conflictKind = statuses({
  kit: { code: 'kit', zh: '齐套晚于开工', en: 'Kit after start', colour: 'danger' },
  receipt: { code: 'receipt', zh: '到货推迟', en: 'Receipt slipped', colour: 'danger' },
  sequence: { code: 'sequence', zh: '工序颠倒', en: 'Broken sequence', colour: 'danger' },
  machine: { code: 'machine', zh: '设备停机', en: 'Machine stopped', colour: 'danger' },
  report: { code: 'report', zh: '报工逾期', en: 'Report overdue', colour: 'danger' },
  people: { code: 'people', zh: '人手不足', en: 'People missing', colour: 'danger' },
  tool: { code: 'tool', zh: '模具工装不足', en: 'Mould or tool missing', colour: 'danger' },
})
export type ConflictKind = (typeof conflictKind.list)[number]['code']
export const conflictKinds = [
  'kit',
  'receipt',
  'sequence',
  'machine',
  'report',
  'people',
  'tool',
] as const satisfies readonly ConflictKind[]
