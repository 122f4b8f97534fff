import bwipjs from 'bwip-js/node'
import type PDFDocument from 'pdfkit'

/** A bar code or a QR code drawn as vectors: sharp at any printer. Sizes in points. */
type Document = typeof PDFDocument.prototype
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Widths of bars and spaces in turn, in modules. Code 128 takes ASCII only. */
const barsOf = (words: string): readonly number[] => {
  const [drawn] = bwipjs.raw({ bcid: 'code128', text: words }) as unknown as [{ sbs: number[] }]
  return drawn.sbs
}
/** Modules of a bar code, its quiet zones of ten on either side included. */
export const modulesOf = (words: string): number => barsOf(words).reduce((sum, width) => sum + width, 20)

export function drawBars(document: Document, words: string, { x, y, width, height }: Box): void {
  const module = width / modulesOf(words)
  let at = x + 10 * module
  for (const [index, modules] of barsOf(words).entries()) {
    if (index % 2 === 0) document.rect(at, y, modules * module, height)
    at += modules * module
  }
  document.fill('#000')
}

/** Error correction M: a quarter of the code may be worn off. */
export function drawQr(document: Document, words: string, { x, y, width }: Omit<Box, 'height'>): void {
  const [{ pixs, pixx, pixy }] = bwipjs.raw({ bcid: 'qrcode', text: words, eclevel: 'M' } as never) as unknown as [
    { pixs: number[]; pixx: number; pixy: number },
  ]
  const module = width / pixx
  for (let row = 0; row < pixy; row++) {
    for (let column = 0; column < pixx; column++) {
      if (pixs[row * pixx + column]) document.rect(x + column * module, y + row * module, module, module)
    }
  }
  document.fill('#000')
}
