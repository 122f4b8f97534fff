import { command, nothing, query } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Need, needing, whyViewed, whyWithheld } from './rights.ts'

const here = { path: '/a/here' }
const there = { path: '/a/there' }
const declared = { title: text('删除', 'Delete'), grantedBy: [here], input: nothing, output: z.object({}) }
const drop = command('/mep_server/a/drop', declared)
const list = query('/mep_server/a/list', declared)
const own = query('/mep_server/a/own', { ...declared, grantedBy: 'signed_in' })

const pagesOnly = (path: string) => ({ pages: new Set([path]), actions: null })
const withActions = (path: string, ...actions: string[]) => ({ pages: new Set([path]), actions: new Set(actions) })
const withheld = (need: Need | undefined, ...grants: Parameters<typeof whyWithheld>[1]) =>
  whyWithheld(need, grants)?.en ?? null

test('an action needs one of its pages, and to be given when a role names single actions', () => {
  expect(withheld(drop, pagesOnly(here.path))).toBeNull()
  expect(withheld(drop, pagesOnly(there.path))).toBe('You have no right to this: Delete. Ask an administrator.')
  expect(withheld(drop, withActions(here.path, 'a/drop'))).toBeNull()
  expect(withheld(drop, withActions(here.path))).toContain('Delete')
  expect(withheld(drop)).toContain('Delete')
})

test('page and action count only when one role in one application gives both', () => {
  expect(withheld(drop, withActions(here.path), withActions(there.path, 'a/drop'))).toContain('Delete')
  expect(withheld(drop, withActions(here.path), pagesOnly(here.path))).toBeNull()
})

test('reading needs the page alone, and what everybody may is never withheld', () => {
  expect(withheld(list, withActions(here.path))).toBeNull()
  expect(withheld(list, pagesOnly(there.path))).not.toBeNull()
  expect(withheld(own)).toBeNull()
  expect(withheld(undefined)).toBeNull()
})

test('a button that leads to a page needs the page', () => {
  expect(withheld(there, pagesOnly(here.path))).toContain('page')
  expect(withheld(there, pagesOnly(there.path))).toBeNull()
})

test('what a button does keeps its right beside it', () => {
  let done = 0
  const run = needing(drop, () => done++)
  run()
  expect([done, run.needs]).toEqual([1, drop])
})

test('who looks on as somebody else reads and changes nothing', () => {
  expect(whyViewed(drop, true)?.en).toContain('reading only')
  expect([whyViewed(drop, false), whyViewed(list, true), whyViewed(there, true), whyViewed(undefined, true)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
