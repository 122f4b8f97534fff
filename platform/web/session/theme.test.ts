import { expect, test } from 'vitest'
import type { Preferences } from './preferences.ts'
import { lookOf } from './theme.ts'

const chosen = (more: Partial<Preferences>): Preferences => ({
  language: 'zh',
  theme: 'light',
  density: 'auto',
  ...more,
})

test('system follows the machine, a choice does not', () => {
  expect(lookOf(chosen({ theme: 'system' }), true, false).dark).toBe(true)
  expect(lookOf(chosen({ theme: 'system' }), false, false).dark).toBe(false)
  expect(lookOf(chosen({ theme: 'light' }), true, false).dark).toBe(false)
})
test('automatic density is touch where the pointer is a finger', () => {
  expect(lookOf(chosen({}), false, true).density).toBe('touch')
  expect(lookOf(chosen({}), false, false).density).toBe('compact')
  expect(lookOf(chosen({ density: 'comfortable' }), false, true).density).toBe('comfortable')
})
