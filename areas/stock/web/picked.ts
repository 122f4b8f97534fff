import type { PickedRow } from '@qitao/platform/web/form/pickers.ts'

/** A line after a reference of it was picked: its words, and of a material what the other cells need. */
export function withPicked<L extends object>(line: L, changed: string, picked?: PickedRow): L {
  if (!changed.endsWith('_id')) return line
  const base = changed.replace(/_id$/, '')
  const words = picked ? [picked.code, picked.name].filter(Boolean).join(' ') : ''
  const material =
    changed === 'material_id' ? { unit_name: picked?.unit_name ?? '', lot_managed: picked?.lot_managed === true } : {}
  return { ...line, [`${base}_name`]: words, ...material }
}
