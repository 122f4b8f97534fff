import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { fontOfWoff } from './woff.ts'

/** Noto Sans SC (SIL Open Font License 1.1); a document holds the glyphs that it shows, no others. */
const find = createRequire(import.meta.url).resolve
const fontFile = (weight: 400 | 700) =>
  fontOfWoff(readFileSync(find(`@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-${weight}-normal.woff`)))
let fonts: { plain: Buffer; bold: Buffer } | undefined

export type Pdf = typeof PDFDocument.prototype
export const millimetres = (count: number): number => (count * 72) / 25.4

/** A PDF of pages of one size, drawn by `draw`. */
export async function pdf(
  size: readonly [width: number, height: number],
  title: string,
  draw: (document: Pdf) => void,
): Promise<Buffer> {
  fonts ??= { plain: fontFile(400), bold: fontFile(700) }
  const document = new PDFDocument({ size: [...size], margin: 0, autoFirstPage: false, info: { Title: title } })
  document.registerFont('plain', fonts.plain as never)
  document.registerFont('bold', fonts.bold as never)
  document.font('plain')
  const content = buffer(document)
  draw(document)
  document.end()
  return content
}

/** Words on one line: smaller when they must, cut when they still do not fit. */
export function line(
  document: Pdf,
  words: string,
  box: { x: number; y: number; width: number },
  {
    size,
    least = size * 0.7,
    bold = false,
    align = 'left' as 'left' | 'center' | 'right',
    colour = '#000',
  }: {
    size: number
    least?: number
    bold?: boolean
    align?: 'left' | 'center' | 'right'
    colour?: string
  },
): void {
  document.font(bold ? 'bold' : 'plain').fillColor(colour)
  let at = size
  while (at > least && document.fontSize(at).widthOfString(words) > box.width) at -= 0.5
  document.fontSize(at)
  let shown = words
  while (shown.length > 1 && document.widthOfString(shown) > box.width) shown = `${shown.slice(0, -2)}…`
  document.text(shown, box.x, box.y + (size - at) / 2, { width: box.width + 1, align, lineBreak: false })
}

/** Where words break into two lines: after the last space that still fits, else after the last letter that does. */
export function broken(words: string, fits: (part: string) => boolean): readonly [string, string] {
  let most = words.length
  while (most > 1 && !fits(words.slice(0, most))) most -= 1
  const space = words.lastIndexOf(' ', most)
  const at = space > 0 && most < words.length ? space : most
  return [words.slice(0, at), words.slice(at).trim()]
}
