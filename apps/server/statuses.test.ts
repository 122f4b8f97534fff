import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Statuses } from '@qitao/core/status.ts'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
type Table = Statuses<string, string, number | string>
const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && 'states' in value && 'whyNot' in value
const files = globSync(['core/*.status.ts', 'areas/*/model/**/*.status.ts'], { cwd: root })
const tables: [string, Table][] = []
for (const file of files.toSorted())
  for (const [name, value] of Object.entries(await import(join(root, file))))
    if (isTable(value) && Object.keys(value.actions).length > 0) tables.push([name, value])

/** States that no action leads to, and why. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  // Readers see it by the clock; it is never stored.
  inquiryStatus: ['expired'],
  // What is received and made moves these; their areas still write it themselves.
  purchaseStatus: ['partially_inbound', 'completed'],
  inboundStatus: ['partly', 'completed', 'reversed'],
  outboundStatus: ['partly', 'completed', 'reversed'],
  salesOrderStatus: ['planning', 'to_produce', 'producing', 'finished', 'delivered'],
}

test('tables of states are found', () => expect(tables.length).toBeGreaterThan(10))

describe.each(tables)('%s', (name, table) => {
  const keys = Object.keys(table.states)
  const actions = Object.keys(table.actions)
  test('every state is reached from the first', () => {
    const reached = new Set([keys[0]!])
    for (const _ of keys)
      for (const { from, to } of Object.values(table.actions))
        if (to !== undefined && from.some(state => reached.has(state))) reached.add(to)
    expect(keys.filter(state => !reached.has(state) && !elsewhere[name]?.includes(state))).toEqual([])
  })
  test('every action, from every state, is allowed or says why not', () => {
    for (const action of actions)
      for (const state of keys) {
        const code = table.codes[state]!
        const { from, to } = table.actions[action]!
        expect(table.can(action, code)).toBe(from.includes(state))
        expect(table.from(action).includes(code)).toBe(from.includes(state))
        expect(table.whyNot(action, code) === undefined).toBe(from.includes(state))
        expect(table.after(action, code)).toBe(to === undefined ? code : table.codes[to])
      }
  })
})
