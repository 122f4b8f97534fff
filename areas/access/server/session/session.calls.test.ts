import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import { addUser } from '../../model/member/user.calls.ts'
import { getUserConfig, listUserConfigs, setUserConfig } from '../../model/member/user-config.calls.ts'
import {
  alterPassword,
  login,
  logout,
  queryMenuList,
  refreshToken,
  userInfo,
} from '../../model/session/session.calls.ts'
import { hashPassword } from './password.ts'

const app = await testApp()
const password = 'Good-Pass1'
const nothingNeeded = async () => ({})

contract(app, userInfo, {
  set: async company => company,
  good: () => ({}),
  check: (data, _, company) => {
    expect(data.user).toMatchObject({ id: company.admin.user_id, account: 'admin', is_admin: true })
    expect(data.org).toMatchObject({ id: company.org_id, time_zone: 'Asia/Shanghai', currency: 'CNY' })
    expect(data.pages).toContain(pages.roles.path)
    expect(data.apps.map(one => one.app_code)).toEqual(['mep'])
    expect(data.language).toBeNull()
  },
  refused: () => [['an unknown field', { any: '1' }, generalErrors.badParameter]],
  foreign: ({ data }, company) => expect(JSON.stringify(data)).not.toContain(company.org_id),
})

contract(app, queryMenuList, {
  set: nothingNeeded,
  good: () => ({ app_code: 'mep' }),
  check: async (data, _, company) => {
    expect(data.param_list.map(group => group.parent_url)).toContain('/AuthorityManagement')
    expect(data.param_list.find(group => group.parent_url === '/basic')?.sub_urls).toContainEqual({
      sub_url: '/basic/material-edit',
      sub_name: '物料编辑',
      display: '1',
      is_link: false,
    })
    expect(await company.admin.ok(queryMenuList, { app_code: 'mep_lite' })).toEqual({ param_list: [] })
  },
  refused: () => [['an unknown field', { any: '1' }, generalErrors.badParameter]],
  foreign: ({ code }) => expect(code).toBe(200),
})

test('the menu has just the allowed pages, named in the language of the caller', async () => {
  const company = await app.company()
  const member = await company.member([pages.settings, pages.editMaterial])
  const { param_list } = await member.ok(queryMenuList, {}, { language: 'en' })
  expect(param_list.map(({ parent_name, sub_urls }) => [parent_name, ...sub_urls.map(page => page.sub_name)])).toEqual([
    ['Master Data', 'Material edit'],
    ['Platform Configuration', 'System settings'],
  ])
  expect((await (await company.member()).ok(queryMenuList, {})).param_list).toEqual([])
})

contract(app, setUserConfig, {
  set: nothingNeeded,
  good: () => ({ config_key: 'language', config_value: '2' }),
  check: async (_, __, company) => {
    expect(await company.admin.ok(getUserConfig, { config_key: 'language' })).toEqual({ config_value: '2' })
    expect((await company.admin.ok(userInfo, {})).language).toBe('2')
  },
  refused: () => [
    ['an unknown key', { config_key: 'no_such_key', config_value: '1' }, generalErrors.configItemMissing],
    ['a key of the prototype', { config_key: 'constructor', config_value: '1' }, generalErrors.configItemMissing],
    ['a language that is none', { config_key: 'language', config_value: '3' }, generalErrors.badParameter],
    ['too much', { config_key: 'tab_order', config_value: 'x'.repeat(20_001) }, generalErrors.fieldTooLong],
    ['no value', { config_key: 'language' }, generalErrors.fieldRequired],
  ],
  foreign: ({ code }) => expect(code).toBe(200),
})

contract(app, getUserConfig, {
  set: company => company.admin.ok(setUserConfig, { config_key: 'columns.material', config_value: '["code"]' }),
  good: () => ({ config_key: 'columns.material' }),
  check: data => expect(data).toEqual({ config_value: '["code"]' }),
  refused: () => [
    ['an unknown key', { config_key: 'no_such_key' }, generalErrors.configItemMissing],
    ['a family without a name', { config_key: 'columns.' }, generalErrors.configItemMissing],
  ],
  foreign: ({ data }) => expect(data).toEqual({ config_value: null }),
})

contract(app, listUserConfigs, {
  set: company => company.admin.ok(setUserConfig, { config_key: 'theme', config_value: 'dark' }),
  good: () => ({}),
  check: async (data, _, company) => {
    expect(data).toEqual({ result: { theme: 'dark' } })
    expect(await (await company.member()).ok(listUserConfigs, {})).toEqual({ result: {} })
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ result: {} }),
})

test('a user keeps at most 500 settings', async () => {
  const company = await app.company()
  await company.as(tx =>
    tx
      .insertInto('user_config')
      .values(
        Array.from({ length: 500 }, (_, n) => ({
          user_id: company.admin.user_id,
          config_key: `page.${n}`,
          config_value: '',
        })),
      )
      .execute(),
  )
  expect((await company.admin.send(setUserConfig, { config_key: 'page.7', config_value: '1' })).code).toBe(200)
  expect((await company.admin.send(setUserConfig, { config_key: 'page.new', config_value: '1' })).code).toBe(5001)
})

contract(app, refreshToken, {
  set: nothingNeeded,
  good: () => ({}),
  check: (data, _, company) => {
    expect(data.token).toBe(company.admin.token)
    expect(data.expire_time - Date.now() / 1000).toBeGreaterThan(604_700)
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ code }) => expect(code).toBe(200),
})

contract(app, logout, {
  set: nothingNeeded,
  good: () => ({}),
  check: async (data, _, company) => {
    expect(data).toEqual({ affected: 1 })
    expect((await company.admin.send(userInfo, {})).code).toBe(5256)
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ code }) => expect(code).toBe(200),
})

const withPassword = async (company: TestCompany) => {
  const password_hash = await hashPassword(password)
  await company.as(tx => tx.updateTable('app_user').set({ password_hash }).execute())
  return company
}
contract(app, alterPassword, {
  set: withPassword,
  good: () => ({ old_password: password, new_password: 'Other-Pass2' }),
  check: async (data, company) => {
    expect(data).toEqual({ affected: 1 })
    expect((await company.admin.send(userInfo, {})).code).toBe(200)
    const again = { old_password: password, new_password: 'Third-Pass3' }
    expect((await company.admin.send(alterPassword, again)).code).toBe(5258)
  },
  refused: () => [
    ['a wrong old password', { old_password: 'Wrong-Pass1', new_password: 'Other-Pass2' }, accessErrors.passwordWrong],
    ['the same again', { old_password: password, new_password: password }, accessErrors.passwordWeak],
    ['too short', { old_password: password, new_password: 'abc1' }, accessErrors.passwordWeak],
    ['no digit', { old_password: password, new_password: 'abcdefgh' }, accessErrors.passwordWeak],
  ],
  foreign: accessErrors.passwordWrong,
})

test('a new password ends the other sessions, not the own one', async () => {
  const company = await app.company()
  await company.admin.ok(addUser, { account: 'zhang', name: '张三', password })
  const { company_code } = (await company.admin.ok(userInfo, {})).org
  const signIn = async () =>
    ((await app.raw(login.path, { account: 'zhang', password, company_code })).data as { token: string }).token
  const [here, elsewhere] = [await signIn(), await signIn()]
  const input = { old_password: password, new_password: 'Other-Pass2' }
  expect((await app.raw(alterPassword.path, input, here)).code).toBe(200)
  expect((await app.raw(userInfo.path, {}, here, 'GET')).code).toBe(200)
  expect((await app.raw(userInfo.path, {}, elsewhere, 'GET')).code).toBe(5256)
})
