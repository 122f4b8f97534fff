import type { QueuedAction } from '@qitao/platform/web/offline/action.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { expect, test } from 'vitest'
import { outboundCalls } from '../../model/receipt.calls.ts'
import type { ReceiveLine } from '../../model/scan/scan-work.calls.ts'
import type { WalkStop } from '../../model/wave/pick-wave.record.ts'
import { byDue, linesToCome, stopsToWalk, takenHere } from './goods-here.ts'

const action = (path: string, lines: readonly object[], more: Partial<QueuedAction> = {}) =>
  ({ path, input: { lines }, state: 'waiting', ...more }) as QueuedAction

test('what waits or was answered since is taken; what was refused is still to be done', () => {
  const line = (quantity: string) => ({ arrival_id: 'a', quantity })
  const actions = [
    action(receiveArrivals.path, [line('2')]),
    action(receiveArrivals.path, [line('1')], { state: 'done', answered_at: 20 }),
    action(receiveArrivals.path, [line('4')], { state: 'done', answered_at: 5 }),
    action(receiveArrivals.path, [line('5')], { state: 'refused' }),
    action('/other', [line('7')]),
  ]
  const lines = [{ id: 'a', open_quantity: '10' } as ReceiveLine, { id: 'b', open_quantity: '1' } as ReceiveLine]
  expect(linesToCome(lines, takenHere(actions, 10)).map(one => one.open_quantity)).toEqual(['7', '1'])
  const all = [action(receiveArrivals.path, [line('10')])]
  expect(linesToCome(lines, takenHere(all, 10)).map(one => one.id)).toEqual(['b'])
})

test('of a line that is picked at two stops the second knows what the first took', () => {
  const part = { line_id: 'l', receipt_id: 'r', receipt_no: 'R', source_no: null, open_quantity: '8' }
  const stop = (location_id: string, quantity: string) =>
    ({ location_id, lot_number: null, quantity, parts: [{ ...part, quantity }] }) as unknown as WalkStop
  const stops = [stop('A', '5'), stop('B', '3')]
  const taken = takenHere(
    [action(outboundCalls.confirm.path, [{ line_id: 'l', quantity: '5', location_id: 'A', lot_number: null }])],
    0,
  )
  const left = stopsToWalk(stops, taken)
  expect(left.map(one => one.location_id)).toEqual(['B'])
  expect(left[0]!.parts[0]).toMatchObject({ quantity: '3', open_quantity: '3' })
})

test('what is due first stands first, and what nobody has a day for stands last', () => {
  const one = (no: string, due_time: number | null) => ({ no, due_time })
  const works = [one('C', null), one('B', 20), one('A', 20), one('D', 5)]
  expect(works.sort(byDue).map(({ no }) => no)).toEqual(['D', 'A', 'B', 'C'])
})
