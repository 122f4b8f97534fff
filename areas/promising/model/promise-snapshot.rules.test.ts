import { hourSeconds } from '@qitao/core/time.ts'
import { aDevice, facts as capacity, clock, monday, now, zone } from '@qitao/scheduling/testing/facts.ts'
import { expect, test } from 'vitest'
import type { PromiseFacts } from './promise-facts.ts'
import { snapshotOf } from './promise-snapshot.rules.ts'

const at = clock(monday, 8)
const standing = (id: string, material_id: string, series: string | null): PromiseFacts['standing'][number] => ({
  ...{ id, material_id, series, process_id: 'cut', device_id: 'saw', setup_start_time: at, start_time: at },
  end_time: at + 2 * hourSeconds,
})
const factsWith = (employees: number): PromiseFacts => {
  const plain = capacity({ orders: [], operations: [], devices: [aDevice('saw', { workgroup_id: 'team' })] })
  return {
    ...{ now, time_zone: zone, materials: [], recipes: [], processes: [], stock: [], transit: [], production: [] },
    ...{ taken: [], claims: [] },
    capacity: {
      ...plain,
      workgroups: [{ id: 'team', name: 'Team', calendar_id: null, member_count: 3 }],
      cycle_times: plain.cycle_times.map(time => ({ ...time, employees })),
      changeovers: [
        {
          ...{ device_id: null, from_material_id: null, to_material_id: null, from_series: 'red', to_series: 'blue' },
          change_seconds: hourSeconds,
        },
      ],
    },
    standing: [standing('one', 'p1', 'red'), standing('two', 'p2', 'blue')],
  }
}

test('what stands on a machine keeps its place, its crew and what it leaves on the machine', () => {
  const { placed, resources, changeovers } = snapshotOf(factsWith(2))
  expect(placed.map(({ id, machine, start, end }) => [id, machine, start, end])).toEqual([
    ['one', 'saw', at, at + 2 * hourSeconds],
    ['two', 'saw', at, at + 2 * hourSeconds],
  ])
  expect(placed.map(({ holds }) => holds)).toEqual([
    [{ resource: 'team', amount: 2 }],
    [{ resource: 'team', amount: 2 }],
  ])
  expect(resources).toEqual([{ id: 'team', kind: 'workgroup', capacity: 3 }])
  const [red, blue] = placed.map(({ family }) => family)
  expect(changeovers?.[0]?.pairs).toContainEqual({ from: red, to: blue, seconds: hourSeconds })
})

test('a single operator comes with the machine', () => {
  expect(snapshotOf(factsWith(1)).placed.map(({ holds }) => holds)).toEqual([undefined, undefined])
})
