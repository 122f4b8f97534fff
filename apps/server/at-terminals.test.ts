import { cutToTerminal, pagesOfTerminals } from '@qitao/access/model/session/terminal.rules.ts'
import type { AnyCall } from '@qitao/core/call.ts'
import { isGranted } from '@qitao/core/grant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { areas } from './areas.ts'

/** What a session by PIN reaches, of all that the product can do: the floor and the store, nothing that lasts longer than it. */
const calls: AnyCall[] = areas.flatMap(({ handlers }) => handlers.map(({ call }) => call))
const everything = [{ pages: new Set(Object.values(pages).map(({ path }) => path)), actions: null }]
const grants = cutToTerminal(everything)
const opens = (call: AnyCall): boolean =>
  call.grantedBy !== 'public' &&
  (call.grantedBy === 'signed_in' ? Boolean(call.atTerminals || call.forTokens) : isGranted(call, grants))
const open = calls.filter(opens).map(({ path }) => path.replace('/mep_server/', ''))
const openOf = (word: RegExp): string[] => open.filter(path => word.test(path))

test('there is much that it opens', () => {
  expect(open.length).toBeGreaterThan(100)
  expect(pagesOfTerminals.length).toBeGreaterThan(10)
})
test('nothing that answers a key, a token or a link', () =>
  expect(calls.filter(call => opens(call) && call.answersSecret)).toEqual([]))
test('nothing of accounts, members, security and settings but the own name and choice of columns', () => {
  expect(openOf(/^biz\/(user|organization|role|terminal|approval|api_token|security)\//).toSorted()).toEqual([
    'biz/organization/query_change_log',
    'biz/user/get_config',
    'biz/user/logout',
    'biz/user/query_config_list',
    'biz/user/query_member_detail',
    'biz/user/query_member_list',
    'biz/user/query_menu_list',
    'biz/user/refresh_token',
    'biz/user/set_config',
    'biz/user/user_info',
  ])
})
test('nothing that others are given without signing in, nothing that is bought, nothing of the archive is changed', () => {
  expect(openOf(/share|_link/)).toEqual([])
  expect(openOf(/(add|alter|drop|submit|cancel|close|mail|split|decide|expedite)\w*_(purchase|supplier)/)).toEqual([])
  expect(openOf(/(add|alter|release|withdraw|drop|restore)_drawing/)).toEqual([])
})
