import { expect, test } from 'vitest'
import type { Preferences } from './preferences.ts'
import { antdTheme, lookOf } from './theme.ts'

const chosen = (more: Partial<Preferences>): Preferences => ({
  language: 'zh',
  theme: 'light',
  density: 'auto',
  ...more,
})
const machine = { dark: false, finger: false, still: false }

test('system follows the machine, a choice does not', () => {
  expect(lookOf(chosen({ theme: 'system' }), { ...machine, dark: true }).dark).toBe(true)
  expect(lookOf(chosen({ theme: 'system' }), machine).dark).toBe(false)
  expect(lookOf(chosen({ theme: 'light' }), { ...machine, dark: true }).dark).toBe(false)
})
test('automatic density is touch where the pointer is a finger', () => {
  expect(lookOf(chosen({}), { ...machine, finger: true }).density).toBe('touch')
  expect(lookOf(chosen({}), machine).density).toBe('compact')
  expect(lookOf(chosen({ density: 'comfortable' }), { ...machine, finger: true }).density).toBe('comfortable')
})
test('where the system asks for less motion, nothing waits for a movement to end', () => {
  expect(antdTheme(lookOf(chosen({}), { ...machine, still: true })).token?.motion).toBe(false)
  expect(antdTheme(lookOf(chosen({}), machine)).token?.motion).toBe(true)
})
