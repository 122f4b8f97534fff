import { expect, test } from 'vitest'
import { UndoStack } from './undo-stack.ts'

test('what was done last is undone first and redone last', () => {
  const stack = new UndoStack<string>()
  stack.push('a')
  stack.push('b')
  for (const step of [stack.takeUndo()!, stack.takeUndo()!]) stack.wasUndone(step)
  expect(stack.canUndo).toBe(false)
  expect([stack.takeRedo(), stack.takeRedo(), stack.takeRedo()]).toEqual(['a', 'b', undefined])
})

test('a new step forgets what could be redone', () => {
  const stack = new UndoStack<string>()
  stack.push('a')
  stack.wasUndone(stack.takeUndo()!)
  stack.push('b')
  expect(stack.canRedo).toBe(false)
})

test('an undo that was refused can be tried again', () => {
  const stack = new UndoStack<string>()
  stack.push('a')
  stack.wasRedone(stack.takeUndo()!)
  expect(stack.takeUndo()).toBe('a')
})

test('the oldest steps fall off', () => {
  const stack = new UndoStack<number>(3)
  for (let n = 1; n <= 5; n += 1) stack.push(n)
  expect([stack.takeUndo(), stack.takeUndo(), stack.takeUndo(), stack.takeUndo()]).toEqual([5, 4, 3, undefined])
})

test('what is renamed is renamed in every step, done and undone', () => {
  const stack = new UndoStack<string>()
  stack.push('a')
  stack.push('b')
  expect(stack.last).toBe('b')
  stack.wasUndone(stack.takeUndo()!)
  stack.change(step => `${step}2`)
  expect([stack.last, stack.takeUndo(), stack.takeRedo()]).toEqual(['a2', 'a2', 'b2'])
})
