import { type Field, wordsIn } from '@qitao/core/field.ts'
import { longestWritten, writtenWord } from '@qitao/core/page.ts'
import { isQuantity } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { hourSeconds, isDay, minuteSeconds } from '@qitao/core/time.ts'
import { writtenNumber } from '../form/number-text.ts'
import type { LineCellSpec } from './line-columns.ts'
import type { Line } from './line-marks.ts'

/** Cells of a text copied from a spreadsheet: rows by line, cells by tab, quoted cells may hold both. */
export function parsePasted(pasted: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const endCell = () => {
    rows.at(-1)!.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < pasted.length; at += 1) {
    const char = pasted[at]
    if (quoted) {
      if (char !== '"') cell += char
      else if (pasted[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === '\t') endCell()
    else if (char === '\n') {
      endCell()
      rows.push([])
    } else if (char !== '\r') cell += char
  }
  endCell()
  const last = rows.at(-1)!
  if (rows.length > 1 && last.length === 1 && last[0] === '') rows.pop()
  return rows
}

/**
 * Words that are pasted into one cell, with those that it has: each once. Undefined where they are cells of a sheet: the field takes one
 * word, or more than one column was copied.
 */
export function withPastedWords(field: Field | undefined, now: unknown, pasted: string): string | undefined {
  if (!field?.words || pasted.includes('\t')) return undefined
  return [...new Set([...wordsIn(typeof now === 'string' ? now : ''), ...wordsIn(pasted)])].join(' ')
}

/** What is not even asked for: it is no code and no name, and one such word would be refused with all the others. */
export function notAsked(word: string): Text | undefined {
  if (word.length > longestWritten)
    return text(`超过${longestWritten}个字，不是编号或名称`, `Over ${longestWritten} characters: no code or name`)
  return writtenWord.safeParse(word).success ? undefined : unknownWord
}
export const unknownWord = text('找不到该编号或名称', 'No such code or name')

export type Read = { readonly value: unknown } | { readonly problem: Text }
const problem = (zh: string, en: string): Read => ({ problem: text(zh, en) })
const notNumber = problem('不是数字', 'Not a number')
const notDate = problem('不是日期', 'Not a date')
const notOption = problem('不是可选的值', 'Not one of the options')
const words: Readonly<Record<string, boolean>> = {
  是: true,
  yes: true,
  true: true,
  1: true,
  否: false,
  no: false,
  false: false,
  0: false,
}

/** The value of a field as someone wrote it in a spreadsheet. References are looked up by their codes elsewhere. */
export function readWritten(field: Field, written: string, startOfDay: (day: string) => number): Read {
  if (written === '') return { value: null }
  switch (field.kind) {
    case 'quantity':
    case 'money': {
      const number = writtenNumber(written)
      return number !== undefined && isQuantity(number) ? { value: number } : notNumber
    }
    case 'integer': {
      const value = Number(writtenNumber(written))
      return Number.isInteger(value) ? { value } : notNumber
    }
    case 'day':
    case 'instant': {
      const found = written.match(/^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2}))?/)
      if (!found) return notDate
      const [, year = '', month = '', date = '', hour = '0', minute = '0'] = found
      const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
      if (!isDay(day)) return notDate
      const seconds = field.kind === 'day' ? 0 : Number(hour) * hourSeconds + Number(minute) * minuteSeconds
      return { value: startOfDay(day) + seconds }
    }
    case 'choice': {
      const wanted = written.toLowerCase()
      const option = field.options?.find(one =>
        [one.zh, one.en, String(one.code)].some(name => name.toLowerCase() === wanted),
      )
      return option ? { value: option.code } : notOption
    }
    case 'flag': {
      const value = words[written.toLowerCase()]
      return value === undefined ? notOption : { value }
    }
    default:
      return { value: written }
  }
}

type Cell = LineCellSpec<Line>
interface Placing {
  readonly grid: readonly string[][]
  readonly cells: readonly Cell[]
  /** The active column. */
  readonly from: number
  /** The line that a pasted row falls on. */
  readonly lineAt: (down: number) => Line
}
export interface Placed {
  readonly rows: readonly string[][]
  /** The column of the grid for each pasted one; none where the grid ends. */
  readonly columns: readonly (Cell | undefined)[]
}
/**
 * Which columns pasted cells belong to: those that its heading names; else the active one and those right of it. Where cells
 * would fall on columns that nobody can write, these are passed over if more of what was pasted can be read that way: people
 * paste code and quantity, and know nothing of the unit between.
 */
export function placePasted({ grid, cells, from, lineAt }: Placing): Placed {
  const headed = (grid[0] ?? []).map(word =>
    cells.find(({ title }) => word !== '' && [title.zh, title.en].includes(word)),
  )
  if (headed.length > 1 && headed.every(Boolean)) return { rows: grid.slice(1), columns: headed }
  const width = Math.max(...grid.map(row => row.length))
  const aligned = wide(cells.slice(from), width)
  if (width === 1) return { rows: grid, columns: aligned }
  const passing = wide(
    cells.slice(from).filter(cell => grid.some((_, down) => cell.editable(lineAt(down)))),
    width,
  )
  const lost = (columns: readonly (Cell | undefined)[]) =>
    grid.flatMap((row, down) => row.filter((word, right) => word !== '' && !takes(columns[right], lineAt(down), word)))
      .length
  return { rows: grid, columns: lost(passing) < lost(aligned) ? passing : aligned }
}
const wide = (cells: readonly Cell[], width: number) => Array.from({ length: width }, (_, right) => cells[right])
const takes = (cell: Cell | undefined, line: Line, word: string): boolean =>
  cell?.field !== undefined &&
  cell.editable(line) &&
  (cell.field.kind === 'reference' || !('problem' in readWritten(cell.field, word, () => 0)))

/** A pasted cell that has no place; without a column it is right of the last one. */
export interface Unplaced {
  readonly row: number
  readonly column: Cell | undefined
}
/** Rows that are named before the rest is only hinted at. */
const namedRows = 3
/** What was not pasted, by column, for people to read. */
export function unplacedText(unplaced: readonly Unplaced[]): Text {
  const groups = [...Map.groupBy(unplaced, ({ column }) => column)].map(([column, all]) => {
    const rows = all.slice(0, namedRows).map(({ row }) => row)
    const more = all.length > namedRows ? '…' : ''
    return {
      zh: `${column ? `「${column.title.zh}」列只读` : '超出最后一列'}（第${rows.join('、')}${more}行）`,
      en: `${column ? `column “${column.title.en}” is read-only` : 'right of the last column'} (${all.length === 1 ? 'row' : 'rows'} ${rows.join(', ')}${more})`,
    }
  })
  const count = unplaced.length
  return {
    zh: `${count} 个单元格未粘贴：${groups.map(({ zh }) => zh).join('；')}`,
    en: `${count} ${count === 1 ? 'cell was' : 'cells were'} not pasted: ${groups.map(({ en }) => en).join('; ')}`,
  }
}
