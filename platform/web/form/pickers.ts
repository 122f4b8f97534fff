import type { ComponentType } from 'react'

/** A row that a picker chose, as its list call gives it. */
export type PickedRow = Readonly<Record<string, unknown>> & { readonly id: string }

/** The record that a word means, or those it could mean when they are several. */
export interface Meant {
  readonly row?: PickedRow | undefined
  readonly several: readonly PickedRow[]
}

export interface PickerProps {
  readonly value?: string | readonly string[] | null | undefined
  readonly onChange?: ((value: string | string[] | null, picked?: PickedRow) => void) | undefined
  readonly multiple?: boolean | undefined
  /** Records that are not offered: what they are chosen for itself, or what is chosen already. */
  readonly without?: readonly string[] | undefined
  readonly disabled?: boolean | undefined
  readonly placeholder?: string | undefined
  readonly autoFocus?: boolean | undefined
  readonly defaultOpen?: boolean | undefined
  readonly id?: string | undefined
  readonly 'aria-label'?: string | undefined
  /** What to show for the value before its record is loaded. */
  readonly known?: string | undefined
  readonly onBlur?: (() => void) | undefined
}
export type PickerType = ComponentType<PickerProps> & {
  /** What people call a record, by its id; undefined when it is gone or may not be seen. */
  nameOf?: (id: string) => Promise<string | undefined>
  /** What people call a record that was picked. */
  labelOf?: (row: PickedRow) => string
  /** What words mean that people write for records, of pasted lines: codes or names. Undefined where the list cannot be asked so. */
  byWords?: ((words: readonly string[]) => Promise<ReadonlyMap<string, Meant>>) | undefined
}

const registered = new Map<string, PickerType>()
export function registerPicker(record: string, picker: PickerType): void {
  registered.set(record, picker)
}
/** The picker of a record; a reference without one is a mistake of the area that declares it. */
export function pickerOf(record: string): PickerType {
  const picker = registered.get(record)
  if (!picker) throw new Error(`No picker is registered for ${record}`)
  return picker
}
