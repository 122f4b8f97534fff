import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyCall } from '@qitao/core/call.ts'
import type { Statuses } from '@qitao/core/status.ts'
import { expect, test } from 'vitest'
import { areas } from './areas.ts'

const root = join(import.meta.dirname, '../..')
const modelFiles = (role: string): string[] =>
  readdirSync(join(root, 'areas'), { recursive: true, encoding: 'utf8' })
    .filter(path => path.includes('/model/') && path.endsWith(`.${role}.ts`))
    .map(path => join(root, 'areas', path))
const exportsOf = async (role: string): Promise<[string, unknown][]> => {
  const modules = await Promise.all(modelFiles(role).map(async path => [path, await import(path)] as const))
  return modules.flatMap(([path, module]) =>
    Object.entries(module as object).map(
      ([name, value]) => [`${name} in ${path.slice(root.length + 1)}`, value] as [string, unknown],
    ),
  )
}
const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'grantedBy' in value && 'path' in value
const isStatuses = (value: unknown): value is Statuses<string, string, number> =>
  typeof value === 'object' && value !== null && 'whyNot' in value && 'list' in value

/** Calls stand alone, or together as plainCalls makes them. */
const callsIn = (value: unknown): AnyCall[] =>
  isCall(value) ? [value] : typeof value === 'object' && value !== null ? Object.values(value).filter(isCall) : []

test('each declared call has one handler, and each handler a declared call', async () => {
  const address = (call: AnyCall): string => `${call.method} ${call.path}`
  const declared = new Set((await exportsOf('calls')).flatMap(([, value]) => callsIn(value)).map(address))
  const handled = new Set(areas.flatMap(area => area.handlers.map(({ call }) => address(call))))
  expect([...declared].filter(one => !handled.has(one))).toEqual([])
  expect([...handled].filter(one => !declared.has(one))).toEqual([])
})

test('no two calls share a method and an address', () => {
  const addresses = areas.flatMap(area => area.handlers.map(({ call }) => `${call.method} ${call.path}`))
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
})

test('every action leads from and to states of its own table, and answers why it is refused', async () => {
  for (const [name, table] of await exportsOf('status')) {
    if (!isStatuses(table)) continue
    for (const [action, { from }] of Object.entries(table.actions)) {
      for (const state of table.list) {
        const allowed = from.includes(state.key)
        expect(table.can(action, state.code), `${name}: ${action} from ${state.key}`).toBe(allowed)
        expect(table.whyNot(action, state.code) === undefined).toBe(allowed)
        if (allowed) expect(table.list.some(one => one.code === table.after(action, state.code))).toBe(true)
      }
    }
  }
})

/** Names under which tests know a call: its own, or that of the group it stands in. */
const namesIn = (name: string, value: unknown): [string, AnyCall][] =>
  isCall(value)
    ? [[name, value]]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, call]) =>
          isCall(call) ? [[`${name}.${key}`, call] as [string, AnyCall]] : [],
        )
      : []

test('every call has its contract test: good, refused, without the right, another company', async () => {
  const tests = readdirSync(join(root, 'areas'), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.calls.test.ts'))
    .map(path => readFileSync(join(root, 'areas', path), 'utf8'))
  const named = (await exportsOf('calls')).flatMap(([where, value]) => namesIn(where.split(' ')[0]!, value))
  const tested = new Set(
    named.filter(([name, call]) => tests.some(test => isTestedIn(test, name, call))).map(([, call]) => call),
  )
  const handled = areas.flatMap(area => area.handlers.map(handler => handler.call))
  expect(handled.filter(call => !tested.has(call)).map(call => call.path)).toEqual([])
})

/** Public calls have no right and no company to be refused for: their tests are written by hand. */
function isTestedIn(test: string, name: string, call: AnyCall): boolean {
  if (call.grantedBy === 'public') return new RegExp(`\\b${name}\\b`).test(test)
  const [group, key] = name.split('.')
  if (key === undefined) return new RegExp(`contract\\(\\s*app,\\s*${name}\\b`).test(test)
  // A declared document is tested whole: `arrivals` has `arrivalCalls`.
  if (new RegExp(`documentContract\\(\\s*app,\\s*${group!.replace(/Calls$/, '')}s?\\b`).test(test)) return true
  // A file may run through groups that are alike: `for (const calls of [inboundCalls, outboundCalls])`.
  return new RegExp(`\\b${group}\\b`).test(test) && new RegExp(`contract\\(\\s*app,\\s*[\\w.]+\\.${key}\\b`).test(test)
}
