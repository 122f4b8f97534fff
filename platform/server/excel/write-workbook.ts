import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import { columnName } from './read-sheet.ts'

/** A cell to write. Words are always words: nothing that is written here is ever a formula. */
export type Cell = string | null | StyledCell
export interface StyledCell {
  readonly value: string | number | null
  readonly style: keyof typeof styles
}
export interface SheetToWrite {
  readonly name: string
  /** Width in characters, and the format of cells that a person will fill. */
  readonly columns: readonly { readonly width: number; readonly style?: keyof typeof styles }[]
  readonly rows: readonly (readonly Cell[])[]
  /** Rows that stay while the sheet is scrolled. */
  readonly frozen?: number
  /** Values to choose from, by column from 0. */
  readonly choices?: Readonly<Record<number, readonly string[]>>
  /** Last row that choices are offered for. */
  readonly lastRow?: number
}

/** Index of each style in `cellXfs` below. */
const styles = {
  plain: 0,
  head: 1,
  required: 2,
  day: 3,
  instant: 4,
  words: 5,
  quoted: 6,
  bad: 7,
  note: 8,
  number: 0,
} as const

/** An .xlsx file of these sheets. */
export async function writeWorkbook(sheets: readonly SheetToWrite[]): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const add = (name: string, words: string) =>
    zip.addBuffer(Buffer.from(declaration + words), name, { compressionLevel: 1 })
  add('[Content_Types].xml', contentTypes(sheets.length))
  add('_rels/.rels', packageRelations)
  add('xl/workbook.xml', workbook(sheets))
  add('xl/_rels/workbook.xml.rels', workbookRelations(sheets.length))
  add('xl/styles.xml', styleSheet)
  for (const [index, sheet] of sheets.entries()) add(`xl/worksheets/sheet${index + 1}.xml`, worksheet(sheet))
  zip.end()
  return buffer(zip.outputStream)
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const parts = 'http://schemas.openxmlformats.org/package/2006'
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const contentTypes = (count: number) =>
  `<Types xmlns="${parts}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kinds}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${kinds}.styles+xml"/>${numbers(
    count,
  )
    .map(n => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${kinds}.worksheet+xml"/>`)
    .join('')}</Types>`
const packageRelations = `<Relationships xmlns="${parts}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const workbook = (sheets: readonly SheetToWrite[]) =>
  `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets
    .map(
      ({ name }, index) => `<sheet name="${escaped(sheetName(name))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
    )
    .join('')}</sheets></workbook>`
const workbookRelations = (count: number) =>
  `<Relationships xmlns="${parts}/relationships">${numbers(count)
    .map(n => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
    .join('')}<Relationship Id="rId${count + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`
/** Excel takes 31 characters and none of these signs. */
const sheetName = (name: string) => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)

const thin = ['left', 'right', 'top', 'bottom']
  .map(side => `<${side} style="thin"><color rgb="FFD9D9D9"/></${side}>`)
  .join('')
const solid = (colour: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/></patternFill></fill>`
const styleSheet = `<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFCF1322"/><name val="Calibri"/></font></fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${solid('FFF0F2F5')}${solid('FFFFCCC7')}</fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border>${thin}<diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="9"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1"/><xf numFmtId="49" fontId="2" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="3" borderId="1" xfId="0" applyFill="1" applyBorder="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`

function worksheet({ columns, rows, frozen = 0, choices = {}, lastRow = rows.length }: SheetToWrite): string {
  const out = [`<worksheet xmlns="${main}">`]
  if (frozen > 0)
    out.push(
      `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`,
    )
  if (columns.length > 0)
    out.push(
      `<cols>${columns.map(({ width, style }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"${style ? ` style="${styles[style]}"` : ''}/>`).join('')}</cols>`,
    )
  out.push('<sheetData>')
  for (const [index, cells] of rows.entries()) {
    out.push(`<row r="${index + 1}">`)
    for (const [column, cell] of cells.entries()) out.push(written(cell, `${columnName(column)}${index + 1}`))
    out.push('</row>')
  }
  out.push('</sheetData>')
  const lists = Object.entries(choices).flatMap(([column, values]) => {
    const formula = values.join(',')
    // Excel takes a list of at most 255 characters whose values hold no comma.
    if (formula.length > 255 || values.some(value => /[,"]/.test(value))) return []
    const name = columnName(Number(column))
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${name}${frozen + 1}:${name}${Math.max(lastRow, frozen + 1)}"><formula1>"${escaped(formula)}"</formula1></dataValidation>`
  })
  if (lists.length > 0) out.push(`<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`)
  out.push('</worksheet>')
  return out.join('')
}

function written(cell: Cell, place: string): string {
  if (cell === null) return ''
  const { value, style } = typeof cell === 'string' ? { value: cell, style: 'plain' as const } : cell
  if (value === null || value === '') return style === 'plain' ? '' : `<c r="${place}" s="${styles[style]}"/>`
  if (typeof value === 'number' || style === 'number') return `<c r="${place}" s="${styles[style]}"><v>${value}</v></c>`
  const kept = style === 'plain' && startsLikeFormula(value) ? 'quoted' : style
  return `<c r="${place}" s="${styles[kept]}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
}
/** Typed as words and marked as quoted: stays words when a person edits the cell, or saves the sheet as CSV. */
const startsLikeFormula = (words: string): boolean => /^[\s\u00a0]*[=+\-@\t\r\n]/.test(words)

/** What XML cannot hold, except tab and line feed. */
const noXml = /[^\t\n\u0020-\ufffd]/g

/** Words inside XML; signs that XML cannot hold are written as Excel writes them, `_x0001_`. */
const escaped = (words: string): string =>
  words
    .toWellFormed()
    .replace(/_x[0-9A-Fa-f]{4}_/g, '_x005F$&')
    .replace(noXml, sign => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
