import type { Field } from '@qitao/core/field.ts'
import type { Language, Text } from '@qitao/core/text.ts'

/** Share of the font's size that a character takes: a Chinese one the whole, others on the average of English words. */
const wide = 1
const narrow = 0.58
const isWide = (character: string): boolean => /[\u2e80-\uffff]/.test(character)

/** About the px that words take in one line; a little more rather than less. */
export const textRoom = (words: string, fontPx: number): number =>
  Math.ceil([...words].reduce((sum, character) => sum + (isWide(character) ? wide : narrow), 0) * fontPx)

/** px of the style sheet: letters of a heading and of a status, and what stands around them in a cell. */
const headingFont = 13
const statusFont = 12
const cellPadding = 20
const sorterRoom = 20
const statusPadding = 16

/** px that a column needs for its heading and for the longest status that it may show, so that neither is cut. */
export function columnRoom(
  { title, sort, options }: { title: Text; sort: boolean; options: Field['options'] },
  language: Language,
): number {
  const heading = textRoom(title[language], headingFont) + (sort ? sorterRoom : 0)
  const status = Math.max(0, ...(options ?? []).map(option => textRoom(option[language], statusFont) + statusPadding))
  return Math.max(heading, status) + cellPadding
}
