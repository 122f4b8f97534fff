import type { KeyboardEvent, RefObject } from 'react'
import { isNumeric, type LineCellSpec } from './line-columns.ts'
import type { Line } from './line-marks.ts'

/** The active cell, and whether it is being edited. */
export interface Place {
  readonly row: number
  readonly cell: number
  readonly editing: boolean
}
interface LineKeys {
  place: Place | undefined
  lines: readonly Line[]
  cells: readonly LineCellSpec<Line>[]
  setPlace(place: Place | undefined): void
  step(rows: number, columns: number): void
  /** Goes on by one cell; false at the ends of the grid. */
  tab(back: boolean): boolean
  put(value: unknown): void
  add(): void
  edit(): void
  /** The line as it was when its cell was entered. */
  before: RefObject<Line | undefined>
  undo(row: number): void
}

/** Keys of the line grid: as in a spreadsheet. Keys with Ctrl belong to the page. */
export function lineKeys({ place, lines, cells, setPlace, step, tab, put, add, edit, before, undo }: LineKeys) {
  return (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const done = () => event.preventDefault()
    if (event.key === 'Tab') {
      if (tab(event.shiftKey)) done()
      else setPlace(undefined)
      return
    }
    if (place?.editing) {
      const chooses = event.target instanceof HTMLElement && event.target.role === 'combobox'
      if (event.key === 'Escape') {
        undo(place.row)
        setPlace({ ...place, editing: false })
        done()
        // A dialog around the grid would take the key as well, and close.
        event.stopPropagation()
      } else if (event.key === 'Enter' && !chooses && !event.shiftKey && !cells[place.cell]?.field?.words) {
        if (place.row === lines.length - 1) setPlace({ ...place, editing: false })
        else step(1, 0)
        done()
      }
      return
    }
    const steps: Record<string, [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    }
    const way = steps[event.key]
    if (way) {
      step(...way)
      done()
    } else if (event.key === 'F2' || event.key === 'Enter') {
      if (lines.length === 0) add()
      else edit()
      done()
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      put(null)
      done()
    } else if (event.key.length === 1 && place) {
      // Typing replaces what is in the cell, as in a spreadsheet; the key itself reaches the input that opens.
      const kind = cells[place.cell]?.field?.kind
      const line = lines[place.row]
      if (!line || !cells[place.cell]?.editable(line)) return
      before.current = line
      if (kind === 'day' || kind === 'instant') done()
      else if (isNumeric(cells[place.cell]?.field)) {
        if (/[\d.-]/.test(event.key)) put(null)
        else done()
      } else if (!cells[place.cell]?.field?.words && (kind === 'code' || kind === 'text' || kind === 'remark')) put('')
      setPlace({ ...place, editing: true })
    }
  }
}
