import { optional, plainString, wordsField, wordsIn } from '@qitao/core/field.ts'
import { z } from 'zod'

/** Most serial numbers that one line names. */
const mostPieces = 2000
export const serialNumbers = z.array(plainString(50)).max(mostPieces).optional()

/** Serial numbers as they are typed or scanned into one field, with blanks, commas or semicolons between them. */
export const serialsField = optional(wordsField('序列号', 'Serial numbers', 20_000))
export const serialsIn = (typed: string | null | undefined): string[] | undefined => {
  const numbers = wordsIn(typed)
  return numbers.length === 0 ? undefined : numbers
}
