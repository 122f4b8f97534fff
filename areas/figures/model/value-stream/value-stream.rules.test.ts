import { expect, test } from 'vitest'
import { ladderOf, type StreamFlow, type StreamStep } from './value-stream.rules.ts'

const step = (sequence: number, more: Partial<StreamStep> = {}): StreamStep => ({
  ...{ sequence, cycle_seconds: '60', uptime_rate: '100', machine_count: 1, wip_quantity: '0' },
  ...more,
})
const flow: StreamFlow = {
  ...{ finished_quantity: '200', store_quantity: '500', daily_quantity: '100' },
  ...{ open_seconds: 90 * 28_800, wanted_quantity: '9000' },
}

test('what waits is told by what flows in a day, and the lead time is all of it and the work', () => {
  const ladder = ladderOf(
    [step(10, { wip_quantity: '50' }), step(20, { wip_quantity: '25', cycle_seconds: '120' })],
    flow,
  )
  expect(ladder.queues).toEqual([43_200, 21_600, 172_800])
  expect(ladder.store_seconds).toBe(432_000)
  expect(ladder.process_seconds).toBe('180')
  expect(ladder.lead_seconds).toBe(43_200 + 21_600 + 172_800 + 432_000 + 180)
  expect(ladder.value_added_rate).toBe('0.03')
})
test('takt, pace and balance: more machines make a step quicker, stops make it slower', () => {
  const ladder = ladderOf(
    [
      step(10),
      step(20, { cycle_seconds: '300', machine_count: 2, uptime_rate: '75' }),
      step(30, { cycle_seconds: null }),
    ],
    flow,
  )
  expect(ladder.takt_seconds).toBe('288')
  expect(ladder.paces).toEqual(['60', '200', null])
  expect(ladder.bottleneck).toBe(20)
  expect(ladder.balance_rate).toBe('65')
})
test('where nothing flows, what waits cannot be told; where nothing waits it need not', () => {
  const still = { ...flow, daily_quantity: '0', wanted_quantity: '0' }
  expect(ladderOf([step(10, { wip_quantity: '5' })], still)).toMatchObject({
    queues: [null, null],
    lead_seconds: null,
    value_added_rate: null,
    takt_seconds: null,
  })
  expect(ladderOf([step(10)], { ...still, finished_quantity: '0', store_quantity: null })).toMatchObject({
    queues: [0, 0],
    lead_seconds: 60,
    value_added_rate: '100',
  })
})
test('without any cycle time there is no pace and no bottleneck', () => {
  expect(ladderOf([step(10, { cycle_seconds: null })], flow)).toMatchObject({
    paces: [null],
    bottleneck: null,
    balance_rate: null,
    process_seconds: '0',
  })
})
