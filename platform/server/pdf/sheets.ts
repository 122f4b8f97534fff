import { drawBars, drawQr } from './codes.ts'
import { broken, line, millimetres, type Pdf, pdf } from './document.ts'

/** A printed document on A4: its number as text, bar and QR code, facts, tables, places to sign. */
export interface Sheet {
  readonly title: string
  readonly company: string
  readonly no: string
  readonly facts: readonly (readonly [title: string, value: string])[]
  readonly tables: readonly SheetTable[]
  readonly signatures: readonly string[]
}
interface SheetTable {
  readonly title: string
  readonly columns: readonly { readonly title: string; readonly share: number; readonly end?: boolean }[]
  readonly rows: readonly (readonly string[])[]
}
export interface SheetWork {
  readonly title: string
  readonly sheets: readonly Sheet[]
}

const page = [millimetres(210), millimetres(297)] as const
const margin = millimetres(12)
const inner = page[0] - 2 * margin
const bottom = page[1] - millimetres(16)
const rowHeight = millimetres(8)
const ascii = /^[\x20-\x7e]+$/

export const printSheets = ({ title, sheets }: SheetWork): Promise<Buffer> =>
  pdf(page, title, document => {
    for (const sheet of sheets) drawSheet(document, sheet)
  })

function drawSheet(document: Pdf, sheet: Sheet): void {
  let y = 0
  let pages = 0
  const turn = () => {
    document.addPage()
    pages += 1
    y = pages === 1 ? head(document, sheet) : continued(document, sheet, pages)
  }
  const need = (height: number) => {
    if (y + height <= bottom) return false
    turn()
    return true
  }
  turn()
  for (const table of sheet.tables) {
    need(rowHeight * 3)
    line(document, table.title, { x: margin, y: y + 4, width: inner }, { size: 11, bold: true })
    y += rowHeight
    const heads = () => {
      row(
        document,
        table,
        table.columns.map(({ title }) => title),
        y,
        true,
      )
      y += rowHeight
    }
    heads()
    for (const cells of table.rows) {
      if (need(rowHeight)) heads()
      row(document, table, cells, y, false)
      y += rowHeight
    }
    y += millimetres(3)
  }
  need(rowHeight * 2)
  const share = inner / Math.max(1, sheet.signatures.length)
  for (const [index, words] of sheet.signatures.entries())
    line(
      document,
      `${words}：____________`,
      { x: margin + index * share, y: y + rowHeight, width: share },
      { size: 10 },
    )
}

function head(document: Pdf, { title, company, no, facts }: Sheet): number {
  const qr = millimetres(26)
  const left = inner - qr - millimetres(4)
  line(document, company, { x: margin, y: millimetres(10), width: left }, { size: 10, colour: '#333' })
  line(document, title, { x: margin, y: millimetres(15), width: left / 2 }, { size: 20, bold: true })
  line(document, no, { x: margin, y: millimetres(26), width: left / 2 }, { size: 14, bold: true })
  if (ascii.test(no))
    drawBars(document, no, { x: margin + left / 2, y: millimetres(15), width: left / 2, height: millimetres(14) })
  drawQr(document, no, { x: page[0] - margin - qr, y: millimetres(10), width: qr })
  let y = millimetres(40)
  const half = inner / 2
  for (const [index, [name, value]] of facts.entries()) {
    const x = margin + (index % 2) * half
    line(document, name, { x, y, width: millimetres(24) }, { size: 10, colour: '#555' })
    line(document, value, { x: x + millimetres(25), y, width: half - millimetres(27) }, { size: 10 })
    if (index % 2 === 1 || index === facts.length - 1) y += millimetres(6.5)
  }
  return y + millimetres(2)
}

function continued(document: Pdf, { title, no }: Sheet, number: number): number {
  line(document, `${title} ${no}  (${number})`, { x: margin, y: millimetres(10), width: inner }, { size: 10 })
  return millimetres(18)
}

function row(document: Pdf, { columns }: SheetTable, cells: readonly string[], y: number, isHead: boolean): void {
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  let x = margin
  for (const [index, { share, end = false }] of columns.entries()) {
    const width = (inner * share) / all
    if (isHead) document.rect(x, y, width, rowHeight).fill('#f0f2f5')
    document.lineWidth(0.5).rect(x, y, width, rowHeight).stroke('#999')
    const box = { x: x + 3, y: y + 5, width: width - 6 }
    inCell(document, cells[index] ?? '', box, { bold: isHead, align: end && !isHead ? 'right' : 'left' })
    x += width
  }
}

const cellSize = 9
const smallSize = 7.5
/** What is too long for one line stands in two smaller ones. */
function inCell(
  document: Pdf,
  words: string,
  box: { x: number; y: number; width: number },
  style: { bold: boolean; align: 'left' | 'right' },
): void {
  document.font(style.bold ? 'bold' : 'plain').fontSize(cellSize)
  if (document.widthOfString(words) <= box.width) {
    line(document, words, box, { ...style, size: cellSize })
    return
  }
  document.fontSize(smallSize)
  const parts = broken(words, part => document.widthOfString(part) <= box.width)
  for (const [index, part] of parts.entries())
    line(document, part, { ...box, y: box.y - 4 + index * (smallSize + 2) }, { ...style, size: smallSize })
}
