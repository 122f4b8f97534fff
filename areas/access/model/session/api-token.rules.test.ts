import { actionKey } from '@qitao/core/call.ts'
import { isGranted } from '@qitao/core/grant.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { checkScope, cutTo } from './api-token.rules.ts'

const call = (page: { path: string }, writes: boolean) => ({
  path: `/mep_server/${page.path}`,
  grantedBy: [page],
  writes,
})

test('a token has of each right what its scope names, and never more than its owner', () => {
  const scope = { page_paths: [pages.dispatch.path, pages.roles.path, pages.panorama.path], writes: true }
  const dispatch = { pages: new Set([pages.dispatch.path, pages.workshopPlan.path]), actions: null }
  const roles = { pages: new Set([pages.roles.path]), actions: null }
  const grants = cutTo(scope, [dispatch, roles])
  expect(isGranted(call(pages.dispatch, true), grants)).toBe(true)
  // Not named; of people only; named but not the owner's.
  expect(isGranted(call(pages.workshopPlan, false), grants)).toBe(false)
  expect(isGranted(call(pages.roles, false), grants)).toBe(false)
  expect(isGranted(call(pages.panorama, false), grants)).toBe(false)
})

test('a token that reads does not write, and one that writes does what a role gives', () => {
  const write = call(pages.dispatch, true)
  const page_paths = [pages.dispatch.path]
  const all = { pages: new Set(page_paths), actions: null }
  const none = { pages: new Set(page_paths), actions: new Set<string>() }
  const reads = cutTo({ page_paths, writes: false }, [all])
  expect(isGranted(call(pages.dispatch, false), reads)).toBe(true)
  expect(isGranted(write, reads)).toBe(false)
  expect(isGranted(write, cutTo({ page_paths, writes: true }, [none]))).toBe(false)
  const given = { pages: new Set(page_paths), actions: new Set([actionKey(write)]) }
  expect(isGranted(write, cutTo({ page_paths, writes: true }, [given]))).toBe(true)
})

test('a page beyond the own ones, and one of people only, is refused by name', () => {
  const own = new Set([pages.dispatch.path, pages.roles.path])
  expect(() => checkScope([pages.dispatch.path], own)).not.toThrow()
  for (const page of [pages.roles, pages.panorama]) expect(() => checkScope([page.path], own)).toThrow(Refusal)
})
