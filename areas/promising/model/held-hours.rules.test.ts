import { expect, test } from 'vitest'
import { isOverfull } from './held-hours.rules.ts'

const hours = (setup_start_time: number, end_time: number, device_id = 'm') => ({
  device_id,
  setup_start_time,
  end_time,
})
const own = [hours(100, 200)]
const overfull = (others: ReturnType<typeof hours>[], capacity: number) =>
  isOverfull(own, [...own, ...others], new Map([['m', capacity]]))

test('hours are taken by what stands in them, not by what stands beside them or on another machine', () => {
  expect(overfull([hours(0, 100), hours(200, 300), hours(100, 200, 'other')], 1)).toBe(false)
  expect(overfull([hours(0, 101)], 1)).toBe(true)
  expect(overfull([hours(199, 300)], 1)).toBe(true)
  expect(overfull([hours(0, 300)], 1)).toBe(true)
})
test('a machine that takes two at once is full when two others stand there at one moment, not one after the other', () => {
  expect(overfull([hours(50, 150), hours(150, 250)], 2)).toBe(false)
  expect(overfull([hours(50, 151), hours(150, 250)], 2)).toBe(true)
})
