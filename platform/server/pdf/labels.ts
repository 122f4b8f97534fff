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
  /** Seen from afar: what may be done with the goods. */
  readonly stamp?: { readonly words: string; readonly tone: keyof typeof tones }
}
export interface LabelWork {
  readonly type: 'barcode' | 'qrcode'
  readonly labels: readonly Label[]
  readonly copies: number
  readonly title: string
}
/** Dark enough to be read where a printer has black only. */
const tones = { hold: '#b54708', good: '#067647', bad: '#b42318' } as const
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

function stamped(
  document: Pdf,
  { words, tone }: NonNullable<Label['stamp']>,
  box: { x: number; y: number; width: number; height: number },
  size: number,
): void {
  document.rect(box.x, box.y, box.width, box.height).fill(tones[tone])
  const y = box.y + (box.height - size * 1.4) / 2
  line(
    document,
    words,
    { x: box.x + 4, y, width: box.width - 8 },
    { size, bold: true, align: 'center', colour: '#fff' },
  )
}

function barcode(document: Pdf, { kind, code, name, more, facts, stamp }: Label): void {
  const at = (millimetre: number) => ({ x: margin, y: millimetres(millimetre), width: inner })
  const stampWidth = millimetres(stamp ? 28 : 0)
  const beside = (millimetre: number) => ({ ...at(millimetre), width: inner - stampWidth })
  if (stamp)
    stamped(
      document,
      stamp,
      { x: margin + inner - stampWidth + 4, y: millimetres(3), width: stampWidth - 4, height: millimetres(9.5) },
      14,
    )
  line(document, name, beside(3), { size: 12, bold: true })
  line(document, [kind, more].filter(Boolean).join('  '), beside(9.5), { size: 8, colour: '#333' })
  line(document, facts.join('  '), at(13.5), { size: 8 })
  drawBars(document, code, { ...at(18), height: millimetres(16) })
  line(document, code, at(35.5), { size: 12, align: 'center' })
}

function qrcode(document: Pdf, { kind, code, name, more, facts, stamp }: Label): void {
  const at = (millimetre: number) => ({ x: margin, y: millimetres(millimetre), width: inner })
  const size = millimetres(stamp ? 42 : 54)
  if (stamp) stamped(document, stamp, { ...at(4), height: millimetres(12) }, 22)
  drawQr(document, code, { x: (width - size) / 2, y: millimetres(stamp ? 17.5 : 5), width: size })
  line(document, code, at(61), { size: 16, bold: true, align: 'center' })
  line(document, name, at(70), { size: 13, align: 'center' })
  line(document, [kind, more].filter(Boolean).join('  '), at(77), { size: 9, align: 'center', colour: '#333' })
  line(document, facts.join('  '), at(82.5), { size: 9, align: 'center' })
}
