import { type TestCompany, type TestMember, testApp } from '@qitao/app-server/testing/test-app.ts'
import { actionKey } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { beforeAll, expect, test } from 'vitest'
import { addInvitation, dropInvitations } from '../../model/company/membership.calls.ts'
import { setOrganizationConfig } from '../../model/company/organization.calls.ts'
import type { DataScopeCode } from '../../model/member/data-scope.status.ts'
import { addRole, alterRoleName, alterRolePermissions, dropRole, listRoles } from '../../model/member/role.calls.ts'
import {
  addUser,
  alterUser,
  alterUserStatus,
  dropUser,
  dropUsers,
  listUsers,
  resetUserPassword,
  stopUsers,
} from '../../model/member/user.calls.ts'

/** One may manage only those whose every right one holds oneself: page, action, data scope. */
const app = await testApp()
const password = 'Good-Pass1'
const own = 10
const all = 40

interface Given {
  readonly page_paths: readonly string[]
  readonly action_keys?: readonly string[] | null
  readonly data_scope?: DataScopeCode
}
let company: TestCompany
/** A role with these rights, made by the administrator. */
async function roleWith(name: string, { page_paths, action_keys = null, data_scope = all }: Given): Promise<string> {
  const { id } = await company.admin.ok(addRole, { role_name: name })
  await company.admin.ok(alterRolePermissions, {
    role_id: id,
    app_code: 'mep',
    page_paths: [...page_paths],
    action_keys: action_keys && [...action_keys],
    data_scope,
  })
  return id
}
const holder = (account: string, role_ids: string[]) =>
  company.admin.ok(addUser, { account, name: account, password, role_ids }).then(({ id }) => id)
/** A member without the administrator's mark who keeps the members, with further pages. */
const keeper = (...more: readonly { path: string }[]): Promise<TestMember> => company.member([pages.roles, ...more])

const everyWay = (by: TestMember, id: string) =>
  [
    () => by.send(resetUserPassword, { id, new_password: 'Taken-Over9' }),
    () => by.send(alterUser, { id, email: 'mine@x.cn' }),
    () => by.send(alterUser, { id, role_ids: [] }),
    () => by.send(stopUsers, { ids: [id] }),
    () => by.send(alterUserStatus, { id, status: 0 }),
    () => by.send(alterUserStatus, { id, status: 1 }),
    () => by.send(dropUsers, { ids: [id] }),
    () => by.send(dropUser, { id }),
  ] as const
async function answersTo(by: TestMember, id: string): Promise<number[]> {
  const codes: number[] = []
  for (const way of everyWay(by, id)) codes.push((await way()).code)
  return codes
}
/** All of it, and a member is deleted once. */
const done = [...Array(7).fill(200), 5010]
beforeAll(async () => {
  company = await app.company()
})

test('a colleague with a page that the keeper lacks is not managed in any way', async () => {
  const buyer = await holder('buyer', [await roleWith('采购员', { page_paths: [pages.materials.path] })])
  expect(await answersTo(await keeper(), buyer)).toEqual(Array(8).fill(5011))
  const row = (await company.admin.ok(listUsers, { keyword: 'buyer' })).result[0]
  expect(row).toMatchObject({ status: 1, email: null, row_version: 0 })
  expect(row?.role_ids).toHaveLength(1)
  // Who holds the page too may do all of it.
  expect(await answersTo(await keeper(pages.materials), buyer)).toEqual(done)
})

test('an action more, or a wider data scope, is a right more', async () => {
  const [first] = [actionKey(addRole)]
  const narrow = await company.member([])
  await app.database.pool.query(
    `update app_permission set page_paths = $1, action_keys = $2, data_scope = $3
      where role_id in (select role_id from user_role where user_id = $4)`,
    [
      [pages.roles.path, pages.salesOrders.path],
      [resetUserPassword, alterUser, stopUsers, alterUserStatus, dropUser, dropUsers].map(actionKey),
      own,
      narrow.user_id,
    ],
  )
  const withAction = await holder('acts', [
    await roleWith('能加角色', { page_paths: [pages.roles.path], action_keys: [first], data_scope: own }),
  ])
  const withScope = await holder('sees', [
    await roleWith('看全部', { page_paths: [pages.salesOrders.path], action_keys: [], data_scope: all }),
  ])
  const equal = await holder('equal', [
    await roleWith('看自己', { page_paths: [pages.salesOrders.path], action_keys: [], data_scope: own }),
  ])
  expect(await answersTo(narrow, withAction)).toEqual(Array(8).fill(5011))
  expect(await answersTo(narrow, withScope)).toEqual(Array(8).fill(5011))
  expect(await answersTo(narrow, equal)).toEqual(done)
})

test('in bulk the stronger ones are left out and named', async () => {
  const role_id = await roleWith('强', { page_paths: [pages.salesOrders.path] })
  const [strong, weak] = [await holder('strong', [role_id]), await holder('weak', [])]
  const answer = await (await keeper()).send(stopUsers, { ids: [strong, weak] })
  expect(answer).toMatchObject({ code: 5056, data: { done_ids: [weak], failed: [{ id: strong, code: 5011 }] } })
})

test('a role that gives more than one holds is neither changed, renamed, taken away nor invited with', async () => {
  const role_id = await roleWith('更强', { page_paths: [pages.salesOrders.path] })
  const by = await keeper(pages.units)
  const alter = (page_paths: string[]) => by.send(alterRolePermissions, { role_id, app_code: 'mep', page_paths })
  const answers = [
    await alter([]),
    await alter([pages.units.path]),
    await alter([pages.salesOrders.path, pages.units.path]),
    await by.send(alterRoleName, { id: role_id, role_name: '改名' }),
    await by.send(dropRole, { id: role_id }),
    await by.send(addInvitation, { role_id }),
  ]
  expect(answers.map(({ code }) => code)).toEqual(Array(6).fill(5011))
  const { id } = await company.admin.ok(addInvitation, { role_id })
  expect((await by.send(dropInvitations, { ids: [id] })).code).toBe(5011)
})

test('a role that a stronger colleague has is not changed either', async () => {
  const shared = await roleWith('共用', { page_paths: [pages.units.path] })
  const strong = await roleWith('销售', { page_paths: [pages.salesOrders.path] })
  const by = await keeper(pages.units)
  const alter = () => by.send(alterRolePermissions, { role_id: shared, app_code: 'mep', page_paths: [] })
  const both = await holder('both', [shared, strong])
  expect((await alter()).code).toBe(5011)
  await company.admin.ok(alterUser, { id: both, role_ids: [strong] })
  expect((await alter()).code).toBe(200)
})

test('nobody changes the own roles', async () => {
  const role_id = await roleWith('单位', { page_paths: [pages.units.path] })
  const by = await keeper(pages.units)
  const [self] = (await company.admin.ok(listUsers, { page_size: -1 })).result.filter(({ id }) => id === by.user_id)
  const alter = (role_ids: string[]) => by.send(alterUser, { id: by.user_id, name: 'Me', role_ids })
  expect((await alter([...self!.role_ids, role_id])).code).toBe(5011)
  expect((await alter([])).code).toBe(5011)
  expect((await alter(self!.role_ids)).code).toBe(200)
})

test('the lists say who and what may be managed', async () => {
  const role_id = await roleWith('出货', { page_paths: [pages.shipping.path] })
  const shipper = await holder('shipper', [role_id])
  const helper = await holder('helper', [])
  const seen = async (by: TestMember) => {
    const users = await by.ok(listUsers, { page_size: -1 })
    const roles = await by.ok(listRoles, {})
    return [shipper, helper, company.admin.user_id]
      .map(id => users.result.find(one => one.id === id)?.is_manageable)
      .concat(roles.result.find(one => one.id === role_id)?.is_manageable)
  }
  expect(await seen(await keeper())).toEqual([false, true, false, false])
  expect(await seen(await keeper(pages.shipping))).toEqual([true, true, false, true])
  expect(await seen(company.admin)).toEqual([true, true, true, true])
})

test('who sees only the own documents does not open the others by a setting, nor does a planner', async () => {
  const lift = { configs: [{ config_key: 'data_permission', config_value: '0' }] }
  const own_only = await company.member([pages.settings])
  await app.database.pool.query(
    'update app_permission set data_scope = 10 where role_id in (select role_id from user_role where user_id = $1)',
    [own_only.user_id],
  )
  expect((await own_only.send(setOrganizationConfig, lift)).code).toBe(5011)
  expect((await (await company.member([pages.productionPlan])).send(setOrganizationConfig, lift)).code).toBe(5011)
  const limit = { configs: [{ config_key: 'import_row_limit', config_value: '10' }] }
  expect((await (await company.member([pages.productionPlan])).send(setOrganizationConfig, limit)).code).toBe(5011)
  const weight = { configs: [{ config_key: 'schedule_late_days', config_value: '3' }] }
  expect((await (await company.member([pages.productionPlan])).send(setOrganizationConfig, weight)).code).toBe(200)
  expect((await (await company.member([pages.settings])).send(setOrganizationConfig, lift)).code).toBe(200)
})
