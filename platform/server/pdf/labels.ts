import { drawBars, drawQr } from './codes.ts'
import { line, millimetres, type Pdf, pdf } from './document.ts'

/** A label: what is scanned, and what people read. */
export interface Label {
  /** Material, machine, bin. */
  readonly kind: string
  readonly code: string
  readonly name: string
  readonly more: string
  /** Further words, each with its title. */
  readonly facts: readonly string[]
}
export interface LabelWork {
  readonly type: 'barcode' | 'qrcode'
  readonly labels: readonly Label[]
  readonly copies: number
  readonly title: string
}
const width = millimetres(90)
const margin = millimetres(5)
const inner = width - 2 * margin

/** Each label is a page of its own: 90 x 45 mm with a bar code, 90 x 90 mm with a QR code. */
export const printLabels = ({ type, labels, copies, title }: LabelWork): Promise<Buffer> =>
  pdf([width, millimetres(type === 'barcode' ? 45 : 90)], title, document => {
    for (const label of labels) {
      for (let copy = 0; copy < copies; copy++) {
        document.addPage()
        if (type === 'barcode') barcode(document, label)
        else qrcode(document, label)
      }
    }
  })

function barcode(document: Pdf, { kind, code, name, more, facts }: Label): void {
  const at = (millimetre: number) => ({ x: margin, y: millimetres(millimetre), width: inner })
  line(document, name, at(3), { size: 12, bold: true })
  line(document, [kind, more].filter(Boolean).join('  '), at(9.5), { size: 8, colour: '#333' })
  line(document, facts.join('  '), at(13.5), { size: 8 })
  drawBars(document, code, { ...at(18), height: millimetres(16) })
  line(document, code, at(35.5), { size: 12, align: 'center' })
}

function qrcode(document: Pdf, { kind, code, name, more, facts }: Label): void {
  const at = (millimetre: number) => ({ x: margin, y: millimetres(millimetre), width: inner })
  const size = millimetres(54)
  drawQr(document, code, { x: (width - size) / 2, y: millimetres(5), width: size })
  line(document, code, at(61), { size: 16, bold: true, align: 'center' })
  line(document, name, at(70), { size: 13, align: 'center' })
  line(document, [kind, more].filter(Boolean).join('  '), at(77), { size: 9, align: 'center', colour: '#333' })
  line(document, facts.join('  '), at(82.5), { size: 9, align: 'center' })
}
