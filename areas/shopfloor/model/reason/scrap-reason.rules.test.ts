import { expect, test } from 'vitest'
import { reasonTree } from './scrap-reason.record.ts'

test('a process has the reasons of all processes and its own, by group, each once', () => {
  const row = (group_name: string, name: string, process_id: string | null = null) => ({ group_name, name, process_id })
  const rows = [
    row('Casting', 'Pore'),
    row('Casting', 'Crack', 'cut'),
    row('Casting', 'Pore', 'cut'),
    row('Paint', 'Run', 'paint'),
  ]
  expect(reasonTree(rows, 'cut')).toEqual([{ name: 'Casting', reasons: ['Pore', 'Crack'] }])
  expect(reasonTree(rows, 'paint')).toEqual([
    { name: 'Casting', reasons: ['Pore'] },
    { name: 'Paint', reasons: ['Run'] },
  ])
})
