import { expect, test } from 'vitest'
import { withinSentence } from './text.ts'

test('words within a sentence are small; short forms keep their capitals', () => {
  expect(['Sales order', 'QC plan', 'Material BoM', 'MO', 'Customer order no.'].map(withinSentence)).toEqual([
    ...['sales order', 'QC plan', 'material BoM', 'MO', 'customer order no.'],
  ])
})
