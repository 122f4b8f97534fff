import { expect, test } from 'vitest'
import { broken } from './document.ts'

const upTo = (letters: number) => (part: string) => part.length <= letters

test('words break at the last space that fits, else anywhere; what fits stays whole', () => {
  expect(broken('M07 Paint line 2', upTo(10))).toEqual(['M07 Paint', 'line 2'])
  expect(broken('喷涂线二号机', upTo(4))).toEqual(['喷涂线二', '号机'])
  expect(broken('M07 Paint', upTo(3))).toEqual(['M07', 'Paint'])
  expect(broken('M07', upTo(3))).toEqual(['M07', ''])
})
