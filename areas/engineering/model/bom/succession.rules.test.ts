import { describe, expect, test } from 'vitest'
import { linesOfAllDays, resume, succeed, versionAt } from './succession.rules.ts'

const today = 100
const version = (id: string, valid_from: number | null = null, expiry_time: number | null = null) => ({
  ...{ id, valid_from, expiry_time },
})
const always = { valid_from: null, expiry_time: null }

describe('a version gets into the line', () => {
  test('the first one is valid always', () => {
    expect(succeed(always, [], today)).toEqual({ ...always, ended: [], replaced: [] })
  })
  test('without a day it begins today, and the one before has no day left', () => {
    expect(succeed(always, [version('a')], today)).toEqual({
      ...{ valid_from: today, expiry_time: null, ended: [], replaced: ['a'] },
    })
  })
  test('from a day on: the one before ends there', () => {
    expect(succeed({ ...always, valid_from: 200 }, [version('a')], today)).toEqual({
      ...{ valid_from: 200, expiry_time: null, ended: [{ id: 'a', expiry_time: 200 }], replaced: [] },
    })
  })
  test('before one that is already to come it ends there', () => {
    expect(succeed(always, [version('a', null, 200), version('b', 200)], today)).toEqual({
      ...{ valid_from: today, expiry_time: 200, ended: [], replaced: ['a'] },
    })
  })
  test('in the place of one that begins on the same day', () => {
    const line = [version('a', null, 200), version('b', 200)]
    expect(succeed({ ...always, valid_from: 200 }, line, today)).toMatchObject({ ended: [], replaced: ['b'] })
  })
  test('a first day that is past is today where there are others, so that the one in force gives way', () => {
    const line = [version('a', null, 40), version('b', 70)]
    expect(succeed({ valid_from: 40, expiry_time: 170 }, line, today)).toEqual({
      ...{ valid_from: today, expiry_time: 170, ended: [], replaced: ['b'] },
    })
    expect(succeed({ ...always, valid_from: 40 }, [], today)).toMatchObject({ valid_from: 40 })
  })
  test('its own end stands when nothing begins before', () => {
    expect(succeed({ valid_from: 150, expiry_time: 180 }, [version('b', 200)], today)).toMatchObject({
      ...{ expiry_time: 180, ended: [], replaced: [] },
    })
  })
})

test('one that is cancelled before its first day leaves no gap; one in force ends the line', () => {
  const line = [version('a', null, 200), version('b', 200)]
  expect(resume(version('b', 200, 300), line, today)).toEqual({ id: 'a', expiry_time: 300 })
  expect(resume(version('b', 200), line, 250)).toBeUndefined()
  expect(resume(version('a'), line, today)).toBeUndefined()
})
test('on a day the last that has begun', () => {
  const line = [version('a'), version('b', 200)]
  expect([199, 200].map(at => versionAt(line, at)?.id)).toEqual(['a', 'b'])
  expect(versionAt([version('b', 200)], 199)).toBeUndefined()
})
test('versions that follow each other are one BoM, each line within the days of its version', () => {
  const line = (material_id: string, valid_from: number | null = null, expiry_time: number | null = null) => ({
    ...{ material_id, valid_from, expiry_time },
  })
  const all = linesOfAllDays([
    { from: null, base_quantity: '1', lines: [line('bolt'), line('nut', 250)] },
    { from: 200, base_quantity: '10', lines: [line('bolt'), line('clip', 150, 300)] },
  ])
  expect(all).toEqual([
    { ...line('bolt', null, 200), base_quantity: '1' },
    { ...line('bolt', 200), base_quantity: '10' },
    { ...line('clip', 200, 300), base_quantity: '10' },
  ])
})
