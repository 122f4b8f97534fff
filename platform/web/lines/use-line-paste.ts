import { text } from '@qitao/core/text.ts'
import { CallFailure } from '../call/failures.ts'
import { type PickedRow, pickerOf } from '../form/pickers.ts'
import { useOrgDate } from '../show/org-date.ts'
import { toast } from '../show/toast.ts'
import type { LineCellSpec } from './line-columns.ts'
import type { Line } from './line-marks.ts'
import { withUnread } from './line-marks.ts'
import { parsePasted, readWritten } from './line-paste.ts'

interface PasteOptions {
  cells: readonly LineCellSpec<Line>[]
  most: number
  fresh: () => Line
  changed: (line: Line, name: string, value: unknown, picked?: PickedRow) => Line
  give: (lines: readonly Line[]) => void
  lines: () => readonly Line[]
}
const unknownCode = text('找不到该编号', 'No such code')
const cutOff = text('超出最多行数，其余未粘贴', 'Too many rows; the rest was not pasted')

/** Puts cells of a spreadsheet into line items, from the active cell right and down. What cannot be read is marked. */
export function usePaste({ cells, most, fresh, changed, give, lines }: PasteOptions) {
  const dates = useOrgDate()
  const take = async (pasted: string, row: number, cell: number): Promise<void> => {
    const grid = parsePasted(pasted)
    const columns = cells.slice(cell)
    const found = await lookUp(grid, columns).catch((error: unknown) => {
      if (!(error instanceof CallFailure)) throw error
      toast.failure(error)
      return undefined
    })
    if (!found) return
    const all = [...lines()]
    if (row + grid.length > most) toast.warning(cutOff)
    for (const [down, written] of grid.slice(0, Math.max(0, most - row)).entries()) {
      let line = all[row + down] ?? fresh()
      for (const [right, word] of written.entries()) {
        const column = columns[right]
        if (!column?.field || !column.editable(line)) continue
        if (column.field.kind === 'reference') {
          const picked = found.get(column.name)?.get(word)
          line =
            word !== '' && !picked
              ? withUnread(line, column.name, { written: word, problem: unknownCode })
              : changed(line, column.name, picked?.id ?? null, picked)
          continue
        }
        const read = readWritten(column.field, word, dates.startOfDay)
        line =
          'problem' in read
            ? withUnread(line, column.name, { written: word, problem: read.problem })
            : changed(line, column.name, read.value)
      }
      all[row + down] = line
    }
    give(all)
  }
  return take
}

/** Records of pasted codes, one question per column. */
async function lookUp(grid: readonly string[][], columns: readonly LineCellSpec<Line>[]) {
  const asked = columns.flatMap((column, right) => {
    const { field } = column
    if (field?.kind !== 'reference') return []
    const codes = [...new Set(grid.map(row => row[right] ?? '').filter(code => code !== ''))]
    const find = codes.length > 0 ? pickerOf(field.refersTo ?? '').byCodes : undefined
    return find ? [find(codes).then(rows => [column.name, rows] as const)] : []
  })
  return new Map(await Promise.all(asked))
}
