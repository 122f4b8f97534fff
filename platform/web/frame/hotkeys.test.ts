import { expect, test } from 'vitest'
import { hotkeyOf } from './hotkeys.ts'

const pressed = (key: string, more = {}) => hotkeyOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...more })

test('Ctrl and Command are one, keys are in lower case', () => {
  expect(pressed('K', { ctrlKey: true })).toBe('mod+k')
  expect(pressed('Enter', { metaKey: true })).toBe('mod+enter')
  expect(pressed('ArrowLeft', { altKey: true })).toBe('alt+arrowleft')
  expect(pressed('?')).toBe('?')
})
