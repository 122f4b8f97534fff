import { type Text, text } from '@qitao/core/text.ts'
import { CallFailure } from '../call/failures.ts'
import { type Meant, type PickedRow, pickerOf } from '../form/pickers.ts'
import { useLanguage } from '../session/language.ts'
import { useOrgDate } from '../show/org-date.ts'
import { toast } from '../show/toast.ts'
import type { LineCellSpec } from './line-columns.ts'
import type { Line } from './line-marks.ts'
import { withUnread } from './line-marks.ts'
import {
  notAsked,
  parsePasted,
  placePasted,
  readWritten,
  type Unplaced,
  unknownWord,
  unplacedText,
} from './line-paste.ts'

interface PasteOptions {
  cells: readonly LineCellSpec<Line>[]
  most: number
  fresh: () => Line
  changed: (line: Line, name: string, value: unknown, picked?: PickedRow) => Line
  give: (lines: readonly Line[]) => void
  lines: () => readonly Line[]
}
const failed = text('未能查找，请重试或从列表选择', 'Could not be looked up: paste it again or choose it from the list')
const chosen = text('此列不能粘贴，请从列表选择', 'Cannot be pasted here: choose it from the list')
/** Records that are named before the rest is only hinted at. */
const mostNamed = 3
const ambiguous = (labels: readonly string[]): Text => {
  const shown = labels.slice(0, mostNamed)
  const more = labels.length > mostNamed ? '…' : ''
  return text(
    `有 ${labels.length} 个：${shown.join('、')}${more}，请从列表选择`,
    `${labels.length} are so named: ${shown.join(', ')}${more}. Choose it from the list`,
  )
}
const cutOff = text('超出最多行数，其余未粘贴', 'Too many rows; the rest was not pasted')

/** Puts cells of a spreadsheet into line items, from the active cell right and down. What cannot be read is marked. */
export function usePaste({ cells, most, fresh, changed, give, lines }: PasteOptions) {
  const dates = useOrgDate()
  const language = useLanguage()
  const take = async (pasted: string, row: number, cell: number): Promise<void> => {
    const blank = fresh()
    const { rows, columns } = placePasted({
      ...{ grid: parsePasted(pasted), cells, from: cell },
      lineAt: down => lines()[row + down] ?? blank,
    })
    const found = await lookUp(rows, columns).catch((error: unknown) => {
      if (!(error instanceof CallFailure)) throw error
      toast.failure(error)
      return undefined
    })
    const all = [...lines()]
    const unplaced: Unplaced[] = []
    for (const [down, written] of rows.slice(0, Math.max(0, most - row)).entries()) {
      let line = all[row + down] ?? fresh()
      for (const [right, word] of written.entries()) {
        const column = columns[right]
        if (!column?.field || !column.editable(line)) {
          if (word !== '') unplaced.push({ row: row + down + 1, column })
          continue
        }
        if (column.field.kind === 'reference') {
          const meant = found?.get(column.name)
          const { row: picked, several = [] } = meant?.get(word) ?? {}
          const { labelOf = (row: PickedRow) => row.id } = pickerOf(column.field.refersTo ?? '')
          const problem =
            notAsked(word) ??
            (!found ? failed : !meant ? chosen : several.length > 0 ? ambiguous(several.map(labelOf)) : unknownWord)
          line =
            word !== '' && !picked
              ? withUnread(line, column.name, { written: word, problem })
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
    const told = [
      ...(row + rows.length > most ? [cutOff] : []),
      ...(unplaced.length > 0 ? [unplacedText(unplaced)] : []),
    ]
    if (told.length > 0) toast.warnings(told.map(one => one[language]))
  }
  return take
}

/** Records of pasted codes and names, one question per column. */
async function lookUp(grid: readonly string[][], columns: readonly (LineCellSpec<Line> | undefined)[]) {
  const asked = columns.flatMap((column, right) => {
    const field = column?.field
    if (!column || field?.kind !== 'reference') return []
    const codes = [...new Set(grid.map(row => row[right] ?? '').filter(code => code !== '' && !notAsked(code)))]
    const find = pickerOf(field.refersTo ?? '').byWords
    if (!find) return []
    const rows = codes.length > 0 ? find(codes) : Promise.resolve(new Map<string, Meant>())
    return [rows.then(of => [column.name, of] as const)]
  })
  return new Map(await Promise.all(asked))
}
