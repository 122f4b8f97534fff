import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { excelErrors } from './excel.errors.ts'
import { mostCellLength, mostColumns, mostFileBytes, mostSharedTexts } from './limits.ts'
import { invalid, openPackage, type Package, saveAsXlsx } from './open-package.ts'

/** A cell as the file has it: a formula is never computed, its last value counts. */
export interface SheetCell {
  /** From 0. */
  readonly column: number
  readonly kind: 'text' | 'number' | 'flag' | 'date' | 'error'
  readonly value: string
}
export interface SheetRow {
  /** As Excel numbers it, from 1. */
  readonly row: number
  readonly cells: readonly SheetCell[]
}
export interface Sheet {
  readonly rows: readonly SheetRow[]
  /** Days count from 1904 instead of 1900. */
  readonly since1904: boolean
}

const worksheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

/** The first sheet of an .xlsx file: the rows that hold anything. `mostRows` counts the rows below the headings. */
export async function readSheet(file: Uint8Array, mostRows: number): Promise<Sheet> {
  const rows: SheetRow[] = []
  let since1904 = false
  await readRows(file, mostRows, (row, book) => {
    rows.push(row)
    since1904 = book.since1904
  })
  return { rows, since1904 }
}

/** The same rows one after the other, for who need not keep them. */
export async function readRows(
  file: Uint8Array,
  mostRows: number,
  take: (row: SheetRow, book: Pick<Sheet, 'since1904'>) => void,
): Promise<void> {
  if (file.byteLength > mostFileBytes) invalid(text('文件不能超过20MB', 'The file must not be larger than 20 MB'))
  const from = await openPackage(file)
  try {
    await checkMainPart(from)
    const book = await readBook(from)
    const shared = await readSharedTexts(from)
    await readPart(from, book.sheetPart, shared, mostRows, row => take(row, book))
  } finally {
    from.close()
  }
}

async function checkMainPart(from: Package): Promise<void> {
  const types: string[] = []
  await from.read('[Content_Types].xml', {
    open: (name, { ContentType }) => {
      if ((name === 'Override' || name === 'Default') && ContentType) types.push(ContentType)
    },
  })
  if (types.some(type => /macroEnabled/i.test(type)))
    invalid(text('文件含有宏，请另存为不含宏的.xlsx', 'The file holds macros: save it as .xlsx without macros'))
  if (!types.includes(worksheet)) invalid(saveAsXlsx)
}

async function readBook(from: Package): Promise<{ sheetPart: string; since1904: boolean }> {
  let relation: string | undefined
  let since1904 = false
  await from.read('xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'workbookPr') since1904 = attributes.date1904 === '1' || attributes.date1904 === 'true'
      if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible') relation ??= attributes['r:id'] ?? ''
    },
  })
  let target: string | undefined
  await from.read('xl/_rels/workbook.xml.rels', {
    open: (name, { Id, Target, TargetMode, Type }) => {
      if (name !== 'Relationship' || Id !== relation || TargetMode === 'External') return
      if (Type?.endsWith('/worksheet')) target = Target
    },
  })
  const sheetPart = target?.startsWith('/') ? target.slice(1) : `xl/${target}`
  if (target === undefined || !from.has(sheetPart))
    invalid(text('文件中没有可读取的工作表', 'The file has no sheet that can be read'))
  return { sheetPart, since1904 }
}

async function readSharedTexts(from: Package): Promise<readonly string[]> {
  const texts: string[] = []
  let words: string | undefined
  let inText = false
  let phonetic = 0
  await from.read('xl/sharedStrings.xml', {
    open: name => {
      if (name === 'si') words = ''
      if (name === 'rPh') phonetic += 1
      inText = name === 't'
    },
    text: more => {
      if (inText && phonetic === 0 && words !== undefined) words = joined(words, more)
    },
    close: name => {
      if (name === 't') inText = false
      if (name === 'rPh') phonetic -= 1
      if (name !== 'si') return
      texts.push(words ?? '')
      words = undefined
      if (texts.length > mostSharedTexts) tooMuch()
    },
  })
  return texts
}
const tooMuch = () =>
  invalid(
    text('文件内容过大，请删除多余的行和列', 'The file holds too much: delete rows and columns that are not needed'),
  )
const joined = (words: string, more: string): string => {
  if (words.length + more.length > mostCellLength) tooMuch()
  return words + more
}

const kinds: Readonly<Record<string, SheetCell['kind']>> = {
  s: 'text',
  str: 'text',
  inlineStr: 'text',
  b: 'flag',
  d: 'date',
  e: 'error',
}

async function readPart(
  from: Package,
  part: string,
  shared: readonly string[],
  mostRows: number,
  take: (row: SheetRow) => void,
): Promise<void> {
  let found = 0
  let row = 0
  let cells: SheetCell[] = []
  let column = -1
  let type = 'n'
  let value = ''
  let reads = false
  await from.read(part, {
    open: (name, attributes) => {
      if (name === 'row') {
        row = attributes.r === undefined ? row + 1 : wholeNumber(attributes.r)
        cells = []
        column = -1
      } else if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
        type = attributes.t ?? 'n'
        value = ''
      }
      reads = name === 'v' || (name === 't' && type === 'inlineStr')
    },
    text: more => {
      if (reads) value = joined(value, more)
    },
    close: name => {
      if (name === 'v' || name === 't') reads = false
      if (name === 'c') {
        const words = type === 's' ? (shared[wholeNumber(value || '0')] ?? '') : value
        if (words === '' || (type === 's' && value === '')) return
        if (column >= mostColumns)
          invalid(text('文件的列过多，最多200列', 'The file has too many columns; at most 200'))
        cells.push({ column, kind: kinds[type] ?? 'number', value: apart(unescaped(words)) })
      }
      if (name !== 'row' || cells.length === 0) return
      found += 1
      if (found > mostRows + 1)
        refuse(excelErrors.tooManyRows, {
          limit: mostRows,
          detail: text('最多{limit}行，请分成几个文件', 'At most {limit} rows: split it into several files'),
        })
      take({ row, cells })
    },
  })
}

/** Signs that XML cannot hold stand as `_x000D_`. */
const unescaped = (words: string): string =>
  words.includes('_x')
    ? words.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : words

/** Words of their own: what is cut out of the file's text would keep that text in memory. */
const apart = (words: string): string => ` ${words}`.slice(1)

const wholeNumber = (words: string): number => {
  const value = Number(words)
  if (!Number.isSafeInteger(value) || value < 0) tooMuch()
  return value
}
/** `C5` is column 2. */
function columnOf(place: string): number {
  let column = 0
  for (const letter of place) {
    const digit = letter.charCodeAt(0) - 64
    if (digit < 1 || digit > 26) break
    column = column * 26 + digit
    if (column > 100_000) tooMuch()
  }
  return column - 1
}
/** Column 2 is `C`. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26) - 1
  return (rest >= 0 ? columnName(rest) : '') + String.fromCharCode(65 + (column % 26))
}
