import { command, nothing } from '@qitao/core/call.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { allPages, pages } from '@qitao/site/model/pages.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mainApp } from '../company/app.ts'
import { isTimeZone } from '../company/org.rules.ts'
import { changedSettings, keyOf, publishWindowSeconds, settingsFrom } from '../company/settings.rules.ts'
import { settingKeys, settingOf } from '../company/settings.ts'
import { changesBetween } from '../record/change-log.rules.ts'
import { contactOf } from '../session/contact.rules.ts'
import { checkPassword } from '../session/password.rules.ts'
import { accountLimit, signInRefusal, waitSeconds } from '../session/sign-in.rules.ts'
import { codeWait, isRightCode, mayTry, strangersWait } from '../session/verify-code.rules.ts'
import { type DataScopeCode, dataScope } from './data-scope.status.ts'
import { grantsOf, type StoredPermission } from './grant.rules.ts'
import { menuOf, permissionTree, unknownPaths } from './menu.rules.ts'
import { checkGrant, checkTaking, isRoleInvalid, rolesBeyond } from './user.rules.ts'
import { checkConfigKey } from './user-config.rules.ts'

const codeOf = (run: () => unknown): number | undefined => {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.definition.code
    throw error
  }
}

describe('password', () => {
  test.each([
    ['abcd1234', undefined],
    ['密码密码密码密码1', undefined],
    ['a1'.repeat(32), undefined],
    ['abc1234', 5263],
    [`${'a1'.repeat(32)}b`, 5263],
    ['12345678', 5263],
    ['abcdefgh', 5263],
    ['Qitao-2026!', 5263],
    ['admin12345', 5263],
    ['管理员12345', 5263],
    ['admin of plant 7', undefined],
  ])('%s answers %s', (password, code) => expect(codeOf(() => checkPassword(password))).toBe(code))
})

describe('slowing down', () => {
  const now = 1_000_000
  test('four failures cost nothing, the fifth the rest of its quarter of an hour', () => {
    expect(waitSeconds([now, now, now, now], accountLimit, now)).toBe(0)
    expect(waitSeconds([now, now, now, now, now - 100], accountLimit, now)).toBe(800)
    expect(waitSeconds([now, now, now, now, now - 900], accountLimit, now)).toBe(0)
  })
  test('a failure more never shortens the wait', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: now - 2000, max: now }), { maxLength: 12 }), times => {
        const sorted = times.toSorted((a, b) => b - a)
        expect(waitSeconds([now, ...sorted], accountLimit, now)).toBeGreaterThanOrEqual(
          waitSeconds(sorted, accountLimit, now),
        )
      }),
    )
  })
  test('an account that does not exist is answered with 5257', () => {
    const nobody = {
      company: true,
      companyEnabled: true,
      known: false,
      right: false,
      enabled: false,
      invalidRole: false,
    }
    expect(signInRefusal(nobody)?.code).toBe(5257)
    expect(signInRefusal({ ...nobody, company: false })?.code).toBe(5260)
  })
  test('that an account is disabled is told only to who knows the password', () => {
    const known = { company: true, known: true, companyEnabled: true, right: false, enabled: false, invalidRole: true }
    expect(signInRefusal(known)?.code).toBe(5258)
    expect(signInRefusal({ ...known, right: true })?.code).toBe(5261)
    expect(signInRefusal({ ...known, right: true, enabled: true })?.code).toBe(7025)
    expect(signInRefusal({ ...known, right: true, enabled: true, invalidRole: false })).toBeUndefined()
  })
})

describe('members', () => {
  const actor = { user_id: 'a', is_admin: true, grants: [], own_data_only: false, workgroup_only: false }
  const other = { id: 'b', is_admin: true, status: 1 as const, is_stronger: false, is_keeper: false }
  const self = { ...other, id: 'a' }
  test.each([
    ['demote', other, 1, undefined],
    ['demote', other, 0, 7028],
    ['demote', self, 0, 7028],
    ['demote', self, 1, 7029],
    ['disable', self, 0, 7029],
    ['disable', other, 0, 7028],
    ['disable', { ...other, is_admin: false }, 0, undefined],
    // A disabled administrator keeps nobody in.
    ['drop', { ...other, status: 0 as const }, 0, undefined],
    ['drop', self, 1, 7029],
  ] as const)('%s %o with %i other administrators answers %s', (taking, target, others, code) =>
    expect(codeOf(() => checkTaking(taking, actor, target, others))).toBe(code),
  )
  test('only an administrator touches an administrator', () =>
    expect(codeOf(() => checkTaking('drop', { ...actor, is_admin: false }, other, 5))).toBe(5011))
  test('... nor one with a right that the actor does not hold', () => {
    const keeper = { ...actor, is_admin: false }
    const member = { ...other, is_admin: false }
    expect(codeOf(() => checkTaking('disable', keeper, member, 5))).toBeUndefined()
    expect(codeOf(() => checkTaking('disable', keeper, { ...member, is_stronger: true }, 5))).toBe(5011)
    expect(codeOf(() => checkTaking('disable', actor, { ...member, is_stronger: true }, 5))).toBeUndefined()
    for (const taking of ['drop', 'disable', 'demote'] as const)
      expect(codeOf(() => checkTaking(taking, actor, { ...other, is_keeper: true }, 5))).toBe(5280)
  })
  describe('nobody gives more than the own rights', () => {
    const calls = ['add', 'drop'].map(name =>
      command(`/mep_server/x/${name}`, {
        title: text(name, name),
        grantedBy: [{ path: '/x' }],
        input: nothing,
        output: nothing,
      }),
    )
    const { group, own, all } = dataScope.codes
    const permission = (
      page_paths: string[],
      action_keys: string[] | null = null,
      data_scope: DataScopeCode = own,
    ) => ({
      role_id: 'r',
      app_code: 'mep',
      page_paths,
      action_keys,
      data_scope,
    })
    const planner = {
      ...actor,
      is_admin: false,
      own_data_only: true,
      grants: [{ pages: new Set(['/x']), actions: new Set(['x/add']) }],
    }
    test.each([
      [permission(['/x'], ['x/add']), undefined],
      [permission(['/x', '/y'], ['x/add']), 'page_paths'],
      [permission(['/x'], ['x/add', 'x/drop']), 'action_keys'],
      [permission(['/x']), 'action_keys'],
      [permission(['/x'], ['x/add'], all), 'data_scope'],
      [permission(['/x'], ['x/add'], group), undefined],
      [permission([]), undefined],
    ])('%o is refused for %s', (given, field) => {
      const code = field === undefined ? undefined : 5011
      expect(codeOf(() => checkGrant(planner, given, calls))).toBe(code)
      expect(rolesBeyond(planner, [given], calls).has('r')).toBe(field !== undefined)
      expect(codeOf(() => checkGrant(actor, given, calls))).toBeUndefined()
    })
  })
  test('who sees the own workgroups gives no wider scope', () => {
    const { group, own, all } = dataScope.codes
    const leader = { ...actor, is_admin: false, own_data_only: true, workgroup_only: true }
    const code = (data_scope: DataScopeCode) =>
      codeOf(() => checkGrant(leader, { app_code: 'mep', page_paths: [], action_keys: null, data_scope }, []))
    expect([group, own, all].map(code)).toEqual([undefined, 5011, 5011])
  })
  test('a role is invalid once the last one is taken away', () => {
    expect(isRoleInvalid({ had: 1, invalid: false }, 0, false)).toBe(true)
    expect(isRoleInvalid({ had: 0, invalid: false }, 0, false)).toBe(false)
    expect(isRoleInvalid({ had: 0, invalid: true }, 0, false)).toBe(true)
    expect(isRoleInvalid({ had: 0, invalid: true }, 1, false)).toBe(false)
    expect(isRoleInvalid({ had: 1, invalid: false }, 0, true)).toBe(false)
  })
})

describe('rights', () => {
  const permission = {
    app_code: 'mep',
    page_paths: ['/no/such', pages.units.path],
    action_keys: null,
    data_scope: 10 as const,
  }
  const member = { is_admin: false, permissions: [permission] }
  test('are those of the authorised applications, of pages that exist', () => {
    expect([...grantsOf(member, ['mep']).pages]).toEqual([pages.units.path])
    expect(grantsOf(member, []).pages.size).toBe(0)
    expect(grantsOf({ ...member, is_admin: true }, ['mep_lite']).pages.has(pages.dispatch.path)).toBe(false)
    expect(grantsOf({ ...member, is_admin: true }, ['mep']).pages.size).toBe(allPages.length)
  })
  test('the widest data scope of the roles holds', () => {
    expect(grantsOf(member, ['mep']).own_data_only).toBe(true)
    const wide = { ...permission, data_scope: 40 as const }
    expect(grantsOf({ ...member, permissions: [permission, wide] }, ['mep']).own_data_only).toBe(false)
    expect(grantsOf({ ...member, is_admin: true }, ['mep']).own_data_only).toBe(false)
    const narrow = { ...permission, data_scope: 20 as const }
    const scopes = (...permissions: StoredPermission[]) => {
      const { own_data_only, workgroup_only } = grantsOf({ is_admin: false, permissions }, ['mep'])
      return [own_data_only, workgroup_only]
    }
    expect(scopes(narrow)).toEqual([true, true])
    expect(scopes(narrow, permission)).toEqual([true, false])
    expect(scopes(narrow, wide)).toEqual([false, false])
    expect(scopes()).toEqual([false, false])
  })
})

describe('verification codes', () => {
  const now = 1_800_000_000
  const sent = { code_hash: 'a', expire_time: now + 300, address: 'here', tries_by: {}, used: false }
  test.each([
    ['right', sent, 'a', now + 299, true],
    ['wrong', sent, 'b', now, false],
    ['expired', sent, 'a', now + 301, false],
    ['used', { ...sent, used: true }, 'a', now, false],
    ['never sent', undefined, 'a', now, false],
  ] as const)('%s', (_, latest, typed, at, right) => expect(isRightCode(latest, typed, at)).toBe(right))
  test.each([
    ['the first', {}, 'there', true],
    ['the fifth from one address', { there: 4 }, 'there', true],
    ['the sixth from one address', { there: 5 }, 'there', false],
    ['the sixth from where it was asked for', { here: 5 }, 'here', false],
    ['the 25th of strangers', { here: 4, a: 5, b: 5, c: 5, d: 5, e: 4 }, 'there', true],
    ['the 26th of strangers', { a: 5, b: 5, c: 5, d: 5, e: 5 }, 'there', false],
    ['after them from where it was asked for', { a: 5, b: 5, c: 5, d: 5, e: 5, here: 4 }, 'here', true],
  ])('%s try', (_, tries_by, from, may) => expect(mayTry({ address: 'here', tries_by }, from)).toBe(may))
  const own = (times: number, ago: number) => Array(times).fill({ at: now - ago, toContact: true, fromHere: true })
  const others = (times: number) => Array(times).fill({ at: now - 100, toContact: true, fromHere: false })
  test('once a minute, ten an hour to one contact from one place, whatever others ask for', () => {
    expect(codeWait(own(1, 59), now)).toBe(1)
    expect(codeWait(own(1, 60), now)).toBe(0)
    expect(codeWait(own(10, 100), now)).toBe(3500)
    expect(codeWait(others(50), now)).toBe(0)
    expect(codeWait(Array(60).fill({ at: now - 1, toContact: false, fromHere: true }), now)).toBe(3599)
  })
  test('twenty an hour to one contact from strangers together', () => {
    expect(strangersWait([...own(1, 70), ...others(18)], now)).toBe(0)
    expect(strangersWait([...own(1, 70), ...others(19)], now)).toBe(3500)
  })
  test.each([
    ['A.Li@Plant.cn', 'a.li@plant.cn'],
    ['138 0000-0000', '13800000000'],
    ['+86 13800000000', '+8613800000000'],
    ['zhang', undefined],
    ['a@b', undefined],
    ['a@b.c,d@e.cn', undefined],
  ])('%s is the contact %s', (typed, value) => expect(contactOf(typed)?.value).toBe(value))
})

describe('menu', () => {
  test('holds each allowed page once, and no other', () => {
    fc.assert(
      fc.property(fc.subarray(allPages.map(page => page.path)), allowed => {
        const menu = menuOf(new Set(allowed), 'zh')
        expect(menu.flatMap(group => group.sub_urls.map(page => page.sub_url)).toSorted()).toEqual(allowed.toSorted())
        expect(menu.every(group => group.sub_urls.length > 0)).toBe(true)
      }),
    )
  })
  test('the permission tree has every page, and no unknown path is one', () => {
    expect(permissionTree(mainApp, [], 'en').groups.flatMap(group => group.pages)).toHaveLength(allPages.length)
    expect(unknownPaths(mainApp, [pages.units.path, '/x'])).toEqual(['/x'])
  })
})

describe('settings', () => {
  const defaults = settingsFrom(new Map())
  const set = (config_key: string, config_value: string) => changedSettings([{ config_key, config_value }], defaults)
  test('every default is a value that may be set', () => {
    const wanted = settingKeys.map(config_key => {
      const of = settingOf(config_key)
      return { config_key, config_value: of.kind === 'flag' ? (of.default ? '1' : '0') : String(of.default) }
    })
    expect(settingsFrom(changedSettings(wanted, defaults))).toEqual(defaults)
  })
  test('the four config modes of the specification name four settings', () => {
    const keys = [32, 33, 34, 35].map(config_mode => keyOf({ config_mode }))
    expect(keys).toEqual([
      'material_plan_performance_guarantee',
      'material_plan_no_hold_unscheduled',
      'production_plan_performance_guarantee',
      'production_plan_no_schedule_not_kitted',
    ])
    expect(codeOf(() => keyOf({ config_mode: 36 }))).toBe(5009)
    expect(codeOf(() => keyOf({ config_key: keys[0], config_mode: 33 }))).toBe(5009)
  })
  test('a window of 365 days is the longest, also in hours', () => {
    expect(publishWindowSeconds(settingsFrom(set('publish_window_value', '365')))).toBe(365 * 86_400)
    expect(codeOf(() => set('publish_window_value', '366'))).toBe(5013)
    const hours = (config_value: string) =>
      changedSettings(
        [
          { config_key: 'publish_window_unit', config_value: 'hour' },
          { config_key: 'publish_window_value', config_value },
        ],
        defaults,
      )
    expect(hours('8760').get('publish_window_value')).toBe('8760')
    expect(codeOf(() => hours('8761'))).toBe(5013)
  })
  test('a number is stored as its digits', () => {
    expect(set('import_row_limit', ' 0500.0 ').get('import_row_limit')).toBe('500')
    for (const written of ['', 'x', '0x10', '1e3', '五'])
      expect(codeOf(() => set('import_row_limit', written))).toBe(5002)
  })
})

test('keys of user settings are known ones, or a known family with a name', () => {
  for (const key of ['language', 'theme', 'tab_order', 'columns.sales_order', 'views.stock.mine'])
    expect(codeOf(() => checkConfigKey(key))).toBeUndefined()
  for (const key of ['toString', 'columns', 'columns.', 'other.x', 'columns.a b', '.x'])
    expect(codeOf(() => checkConfigKey(key))).toBe(5009)
})

test('time zones are IANA names', () => {
  expect(['Asia/Shanghai', 'UTC', 'America/Argentina/Buenos_Aires'].every(isTimeZone)).toBe(true)
  expect(['Mars/Base', '', '+08:00'].some(isTimeZone)).toBe(false)
})

test('a history says what differs, not what the database keeps for itself', () => {
  const before = { id: 'x', row_version: 0, name: 'a', roles: ['1'], phone: null }
  expect(changesBetween(before, { ...before, row_version: 1, roles: ['1'], name: 'b' })).toEqual([
    { field: 'name', before: 'a', after: 'b' },
  ])
  expect(changesBetween(null, before)).toEqual([
    { field: 'name', before: null, after: 'a' },
    { field: 'roles', before: null, after: ['1'] },
  ])
  expect(changesBetween({ name: 'a' }, null)).toEqual([{ field: 'name', before: 'a', after: null }])
})
