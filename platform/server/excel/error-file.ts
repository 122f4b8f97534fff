import type { Exchange } from '@qitao/core/exchange.ts'
import { type Language, say, text } from '@qitao/core/text.ts'
import { errorTitle } from './headings.ts'
import type { Problem } from './import-file.ts'
import { problemWords } from './problem-words.ts'
import type { Sheet, SheetCell } from './read-sheet.ts'
import { type Cell, writeWorkbook } from './write-workbook.ts'

/**
 * The file that tells what is wrong: first the imported rows as they were, the wrong cells marked and the reasons at the end of
 * each row - corrected, it is imported again as it is - then the list of all problems by row and column with the remedy.
 */
export function errorFile(
  sheet: Sheet,
  of: Exchange,
  columns: ReadonlyMap<string, number>,
  problems: readonly Problem[],
  language: Language,
): Promise<Buffer> {
  const byRow = Map.groupBy(problems, ({ row }) => row)
  const width = Math.max(0, ...sheet.rows.flatMap(({ cells }) => cells.map(({ column }) => column + 1)))
  const [head, ...body] = sheet.rows
  const wordsOf = (problem: Problem) => problemWords(problem, of, columns, language)
  const cellsOf = (cells: readonly SheetCell[], of: (cell: SheetCell) => Cell): Cell[] => {
    const line: Cell[] = Array.from({ length: width }, () => null)
    for (const cell of cells) line[cell.column] = of(cell)
    return line
  }
  const heading = [
    ...cellsOf(head?.cells ?? [], ({ value }) => ({ value, style: 'head' })),
    { value: say(errorTitle, language), style: 'required' } as const,
  ]
  const lines = body.map(({ row, cells }) => {
    const wrong = byRow.get(row) ?? []
    const marked = new Set(wrong.flatMap(({ field }) => (field === undefined ? [] : [columns.get(field)])))
    const line = cellsOf(cells, cell => (marked.has(cell.column) ? { value: cell.value, style: 'bad' } : asItWas(cell)))
    for (const column of marked) if (column !== undefined) line[column] ??= { value: '', style: 'bad' }
    const reasons = wrong.map(problem => {
      const { title, what, remedy } = wordsOf(problem)
      return [title, what, remedy].filter(Boolean).join(language === 'zh' ? '：' : ': ')
    })
    return reasons.length === 0 ? line : [...line, { value: reasons.join('\n'), style: 'note' } as const]
  })
  const titles = [
    text('行', 'Row'),
    text('列', 'Column'),
    text('标题', 'Title'),
    text('内容', 'Content'),
    text('错误', 'What is wrong'),
    text('处理建议', 'How to put it right'),
  ]
  const contentAt = new Map(
    sheet.rows.flatMap(({ row, cells }) =>
      cells.map(({ column, value }): [string, string] => [`${row} ${column}`, value]),
    ),
  )
  const list = problems.map(problem => {
    const { column, title, what, remedy } = wordsOf(problem)
    const at = problem.field === undefined ? undefined : columns.get(problem.field)
    const content = contentAt.get(`${problem.row} ${at}`) ?? ''
    return [{ value: problem.row, style: 'number' } as const, column, title, content, what, remedy]
  })
  return writeWorkbook([
    {
      name: of.title[language],
      columns: [...Array.from({ length: width }, () => ({ width: 16 })), { width: 60 }],
      rows: [heading, ...lines],
      frozen: 1,
    },
    {
      name: say(text('错误清单', 'Errors'), language),
      columns: [8, 8, 18, 24, 32, 48].map(width => ({ width })),
      rows: [titles.map(title => ({ value: say(title, language), style: 'head' as const })), ...list],
      frozen: 1,
    },
  ])
}

const asItWas = ({ kind, value }: SheetCell): Cell => (kind === 'number' ? { value, style: 'number' } : value)
