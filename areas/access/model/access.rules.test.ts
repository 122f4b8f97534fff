import { Refusal } from '@qitao/core/refusal.ts'
import { allPages, pages } from '@qitao/site/model/pages.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesBetween } from './change-log.rules.ts'
import { menuOf, permissionTree, unknownPaths } from './menu.rules.ts'
import { isTimeZone } from './org.rules.ts'
import { checkPassword } from './password.rules.ts'
import { changedSettings, keyOf, publishWindowSeconds, settingsFrom } from './settings.rules.ts'
import { settingKeys, settingOf } from './settings.ts'
import { accountLimit, signInRefusal, waitSeconds } from './sign-in.rules.ts'
import { checkGrant, checkTaking, isRoleInvalid } from './user.rules.ts'
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
  test('that an account is disabled is told only to who knows the password', () => {
    const known = { company: true, companyEnabled: true, right: false, enabled: false, invalidRole: true }
    expect(signInRefusal(known)?.code).toBe(5258)
    expect(signInRefusal({ ...known, right: true })?.code).toBe(5261)
    expect(signInRefusal({ ...known, right: true, enabled: true })?.code).toBe(7025)
    expect(signInRefusal({ ...known, right: true, enabled: true, invalidRole: false })).toBeUndefined()
  })
})

describe('members', () => {
  const actor = { user_id: 'a', is_admin: true, pages: new Set<string>() }
  const other = { id: 'b', is_admin: true, status: 1 }
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
    ['drop', { ...other, status: 0 }, 0, undefined],
    ['drop', self, 1, 7029],
  ] as const)('%s %o with %i other administrators answers %s', (taking, target, others, code) =>
    expect(codeOf(() => checkTaking(taking, actor, target, others))).toBe(code),
  )
  test('only an administrator touches an administrator', () =>
    expect(codeOf(() => checkTaking('drop', { ...actor, is_admin: false }, other, 5))).toBe(5011))
  test('nobody gives more than the own rights', () => {
    const planner = { ...actor, is_admin: false, pages: new Set(['/x']) }
    expect(codeOf(() => checkGrant(planner, ['/x']))).toBeUndefined()
    expect(codeOf(() => checkGrant(planner, ['/x', '/y']))).toBe(5011)
    expect(codeOf(() => checkGrant(actor, ['/y']))).toBeUndefined()
  })
  test('a role is invalid once the last one is taken away', () => {
    expect(isRoleInvalid({ had: 1, invalid: false }, 0, false)).toBe(true)
    expect(isRoleInvalid({ had: 0, invalid: false }, 0, false)).toBe(false)
    expect(isRoleInvalid({ had: 0, invalid: true }, 0, false)).toBe(true)
    expect(isRoleInvalid({ had: 0, invalid: true }, 1, false)).toBe(false)
    expect(isRoleInvalid({ had: 1, invalid: false }, 0, true)).toBe(false)
  })
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
    expect(permissionTree('en').groups.flatMap(group => group.pages)).toHaveLength(allPages.length)
    expect(unknownPaths([pages.units.path, '/x'])).toEqual(['/x'])
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
