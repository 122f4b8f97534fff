import { contract } from '@qitao/app-server/testing/contract.ts'
import { builtCalls } from '@qitao/app-server/testing/proof/scene.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { actionKey } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { allPages, pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import { actionsOf } from '../../model/member/grant.rules.ts'
import { readyRoleKeys, readyRoles } from '../../model/member/ready-roles.ts'
import {
  addReadyRoles,
  addRole,
  alterRoleName,
  alterRolePermissions,
  copyRole,
  dropRole,
  listReadyRoles,
  listRoles,
  queryPermissionTree,
  queryRolePermissions,
  queryWhy,
} from '../../model/member/role.calls.ts'
import { addUser } from '../../model/member/user.calls.ts'
import { queryMenuList, userInfo } from '../../model/session/session.calls.ts'
import { openSession } from '../session/session.ts'

const app = await testApp()
const withRole = async (company: TestCompany) => {
  const { id } = await company.admin.ok(addRole, { role_name: '计划员', remark: '排产' })
  return { id, company }
}
const page_paths = [pages.materials.path, pages.editMaterial.path]

contract(app, listRoles, {
  set: async company => {
    const { id } = await withRole(company)
    await company.admin.ok(alterRolePermissions, { role_id: id, app_code: 'mep', page_paths })
    await company.admin.ok(addUser, { account: 'zhang', name: '张三', password: 'Good-Pass1', role_ids: [id] })
    return { id }
  },
  good: () => ({}),
  check: (data, { id }) =>
    expect(data.result).toMatchObject([{ id, role_name: '计划员', remark: '排产', user_count: 1, page_count: 2 }]),
  refused: () => [['an unknown field', { any: '1' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ result: [] }),
})

contract(app, addRole, {
  set: withRole,
  good: () => ({ role_name: '采购员' }),
  check: async (data, _, company) => {
    const { result } = await company.admin.ok(listRoles, {})
    expect(result.find(one => one.id === data.id)).toMatchObject({ role_name: '采购员', remark: null, user_count: 0 })
  },
  refused: () => [
    ['the same name', { role_name: ' 计划员 ' }, accessErrors.roleNameExists],
    ['no name', { role_name: ' ' }, generalErrors.fieldRequired],
    ['too long a name', { role_name: 'x'.repeat(51) }, generalErrors.fieldTooLong],
    [
      'a home that no menu leads to',
      { role_name: 'a', home_path: pages.editMaterial.path },
      generalErrors.badParameter,
    ],
    ['too long a remark', { role_name: 'a', remark: 'x'.repeat(256) }, generalErrors.remarkTooLong],
  ],
  foreign: ({ code }) => expect(code).toBe(200),
})

contract(app, alterRoleName, {
  set: async company => {
    await company.admin.ok(addRole, { role_name: '采购员' })
    return withRole(company)
  },
  good: ({ id }) => ({ id, role_name: '生产计划员' }),
  check: async (_, { id }, company) => {
    const { result } = await company.admin.ok(listRoles, {})
    expect(result.find(one => one.id === id)).toMatchObject({ role_name: '生产计划员', remark: '排产' })
  },
  refused: ({ id }) => [
    ['the name of another role', { id, role_name: '采购员' }, accessErrors.roleNameExists],
    ['a role that does not exist', { id: newId(), role_name: 'x' }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, dropRole, {
  set: async company => {
    const used = await company.admin.ok(addRole, { role_name: '班组长' })
    await company.admin.ok(addUser, { account: 'zhang', name: '张三', password: 'Good-Pass1', role_ids: [used.id] })
    const { id } = await withRole(company)
    await company.admin.ok(alterRolePermissions, { role_id: id, app_code: 'mep', page_paths })
    return { id, used: used.id }
  },
  good: ({ id }) => ({ id }),
  check: async (_, { id }, company) => {
    const { result } = await company.admin.ok(listRoles, {})
    expect(result.map(one => one.id)).not.toContain(id)
  },
  refused: ({ used }) => [
    ['a role that users have', { id: used }, accessErrors.roleInUse],
    ['a role that does not exist', { id: newId() }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, queryRolePermissions, {
  set: async company => {
    const { id } = await withRole(company)
    await company.admin.ok(alterRolePermissions, { role_id: id, app_code: 'mep', page_paths })
    return { id }
  },
  good: ({ id }) => ({ role_id: id }),
  check: async (data, { id }, company) => {
    expect(data.result).toEqual([
      { role_id: id, app_code: 'mep', app_name: '齐套', page_paths, action_keys: null, data_scope: 40 },
    ])
    expect(await company.admin.ok(queryRolePermissions, { role_id: id, app_code: 'mep_lite' })).toEqual({ result: [] })
  },
  refused: () => [['a role that does not exist', { role_id: newId() }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, alterRolePermissions, {
  set: withRole,
  good: ({ id }) => ({ role_id: id, app_code: 'mep', page_paths: [...page_paths, pages.materials.path] }),
  check: async (_, { id }, company) => {
    const { result } = await company.admin.ok(queryRolePermissions, { role_id: id, app_code: 'mep' })
    expect(result[0]?.page_paths).toEqual(page_paths)
  },
  refused: ({ id }) => [
    ['a page that is none', { role_id: id, app_code: 'mep', page_paths: ['/no/such'] }, generalErrors.badParameter],
    ['an application that is none', { role_id: id, app_code: 'x', page_paths }, generalErrors.badParameter],
    ['one the company lacks', { role_id: id, app_code: 'mep_lite', page_paths }, generalErrors.badParameter],
    [
      'an action that is none',
      { role_id: id, app_code: 'mep', page_paths, action_keys: ['biz/no/such'] },
      generalErrors.badParameter,
    ],
    ['a scope that is none', { role_id: id, app_code: 'mep', page_paths, data_scope: 7 }, generalErrors.badParameter],
    ['a role that does not exist', { role_id: newId(), app_code: 'mep', page_paths }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('a changed right holds from the next call, and is gone from the next call', async () => {
  const company = await app.company()
  const member = await company.member([pages.roles])
  const [role] = (await company.admin.ok(listRoles, {})).result
  expect((await member.send(listRoles, {})).code).toBe(200)
  await company.admin.ok(alterRolePermissions, {
    role_id: role!.id,
    app_code: 'mep',
    page_paths: [pages.settings.path],
  })
  expect((await member.send(listRoles, {})).code).toBe(5011)
  const { param_list } = await member.ok(queryMenuList, {})
  expect(param_list.flatMap(group => group.sub_urls.map(page => page.sub_url))).toEqual([pages.settings.path])
})

test('who may manage roles but is no administrator cannot give more than the own rights', async () => {
  const company = await app.company()
  const { id } = await withRole(company)
  await company.admin.ok(alterRolePermissions, { role_id: id, app_code: 'mep', page_paths })
  const member = await company.member([pages.roles, pages.units])
  const alter = (paths: string[]) =>
    member.send(alterRolePermissions, { role_id: id, app_code: 'mep', page_paths: paths })
  expect((await alter([...page_paths, pages.settings.path])).code).toBe(5011)
  // The role has pages that the member lacks: not even the own ones are added to it.
  expect((await alter([...page_paths, pages.units.path])).code).toBe(5011)
  await company.admin.ok(alterRolePermissions, { role_id: id, app_code: 'mep', page_paths: [] })
  expect((await alter([pages.settings.path])).code).toBe(5011)
  expect((await alter([pages.units.path])).code).toBe(200)
})

test('an action that the role withholds is refused from the next call, and the page still opens', async () => {
  const company = await app.company()
  const member = await company.member([pages.roles])
  const [role] = (await company.admin.ok(listRoles, {})).result
  const give = (action_keys: string[] | null) =>
    company.admin.ok(alterRolePermissions, {
      role_id: role!.id,
      app_code: 'mep',
      page_paths: [pages.roles.path],
      action_keys,
    })
  expect((await member.send(addRole, { role_name: 'A' })).code).toBe(200)
  await give([actionKey(alterRoleName)])
  expect((await member.send(addRole, { role_name: 'B' })).code).toBe(5011)
  const { result } = await member.ok(listRoles, {})
  const [a] = result.filter(one => one.role_name === 'A')
  expect((await member.send(alterRoleName, { id: a!.id, role_name: 'A2' })).code).toBe(200)
  // Nor can it be given on by who lacks it.
  const onward = { role_id: a!.id, app_code: 'mep', page_paths: [pages.roles.path] }
  await give([actionKey(alterRolePermissions)])
  expect((await member.send(alterRolePermissions, onward)).code).toBe(5011)
  expect(
    (await member.send(alterRolePermissions, { ...onward, action_keys: [actionKey(alterRolePermissions)] })).code,
  ).toBe(200)
  await give(null)
  expect((await member.send(addRole, { role_name: 'C' })).code).toBe(200)
})

test('R-126 rights are per application: those of the lite edition need it, and open its pages only', async () => {
  const company = await app.company()
  const { id } = await withRole(company)
  const member = await company.member([])
  await app.database.pool.query('update user_role set role_id = $1 where org_id = $2 and user_id = $3', [
    id,
    company.org_id,
    member.user_id,
  ])
  await app.database.pool.query(`insert into org_app (org_id, app_code) values ($1, 'mep_lite')`, [company.org_id])
  const lite = { role_id: id, app_code: 'mep_lite' }
  expect((await company.admin.send(alterRolePermissions, { ...lite, page_paths: [pages.dispatch.path] })).code).toBe(
    5001,
  )
  await company.admin.ok(alterRolePermissions, { ...lite, page_paths: [pages.salesOrders.path] })
  const seen = async () => (await member.ok(userInfo, {})).pages
  expect(await seen()).toEqual([pages.salesOrders.path])
  expect((await member.ok(queryMenuList, { app_code: 'mep' })).param_list).toHaveLength(1)
  await app.database.pool.query(`update org_app set expire_time = 1 where org_id = $1 and app_code = 'mep_lite'`, [
    company.org_id,
  ])
  expect(await seen()).toEqual([])
})

contract(app, queryPermissionTree, {
  set: async () => ({}),
  good: () => ({}),
  check: async (data, _, company) => {
    const paths = data.result[0]?.groups.flatMap(group => group.pages.map(page => page.path))
    expect(new Set(paths)).toEqual(new Set(allPages.map(page => page.path)))
    const { result } = await company.admin.ok(queryPermissionTree, { app_code: 'mep' }, { language: 'en' })
    expect(result[0]?.groups.at(-1)?.name).toBe('Platform Configuration')
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ code }) => expect(code).toBe(200),
})

contract(app, listReadyRoles, {
  set: withRole,
  good: () => ({}),
  check: async (data, _, company) => {
    expect(data.result.map(({ key }) => key)).toEqual([...readyRoleKeys])
    // The company has a role 计划员 of its own.
    expect(data.result.filter(one => one.is_there).map(({ key }) => key)).toEqual(['planner'])
    const english = (await company.admin.ok(listReadyRoles, {}, { language: 'en' })).result
    expect(english[0]).toMatchObject({ role_name: 'Planner', home_name: 'Production plan', is_there: true })
    expect(english.find(({ key }) => key === 'viewer')).toMatchObject({ action_count: 0 })
  },
  refused: () => [['an unknown field', { any: '1' }, generalErrors.badParameter]],
  foreign: ({ code }) => expect(code).toBe(200),
})

contract(app, addReadyRoles, {
  set: withRole,
  good: () => ({ keys: ['buyer' as const, 'viewer' as const, 'salesman' as const] }),
  check: async ({ ids }, _, company) => {
    const rights = async (role_id: string) => (await company.admin.ok(queryRolePermissions, { role_id })).result[0]!
    const [buyer, viewer, salesman] = await Promise.all(ids.map(rights))
    const { result } = await company.admin.ok(listRoles, {})
    expect(result.find(({ id }) => id === ids[0])).toMatchObject({
      role_name: '采购员',
      home_path: pages.purchase.path,
    })
    expect(buyer!.action_keys).toContain('biz/purchase/add_purchase_order')
    expect(buyer!.action_keys).not.toContain('factory/bulk_drop_supplier')
    expect(salesman!.data_scope).toBe(10)
    expect(viewer!.action_keys).toEqual([])
    expect(viewer!.page_paths).not.toContain(pages.wages.path)
  },
  refused: () => [
    ['none', { keys: [] }, generalErrors.badParameter],
    ['one that is none', { keys: ['king'] }, generalErrors.badParameter],
  ],
  foreign: ({ code }) => expect(code).toBe(200),
})

contract(app, copyRole, {
  set: async company => {
    const { id } = await withRole(company)
    await company.admin.ok(alterRolePermissions, { role_id: id, app_code: 'mep', page_paths, data_scope: 10 })
    await company.admin.ok(alterRoleName, { id, role_name: '计划员', home_path: pages.materials.path })
    return { id }
  },
  good: ({ id }) => ({ id, role_name: '计划员二' }),
  check: async ({ id }, _, company) => {
    const { result } = await company.admin.ok(listRoles, {})
    expect(result.find(one => one.id === id)).toMatchObject({ remark: '排产', home_path: pages.materials.path })
    expect((await company.admin.ok(queryRolePermissions, { role_id: id })).result).toMatchObject([
      { page_paths, action_keys: null, data_scope: 10 },
    ])
  },
  refused: ({ id }) => [
    ['the same name', { id, role_name: '计划员' }, accessErrors.roleNameExists],
    ['no name', { id, role_name: ' ' }, generalErrors.fieldRequired],
    ['a role that does not exist', { id: newId(), role_name: 'x' }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, queryWhy, {
  set: async company => {
    const member = await company.member([pages.roles])
    const { ids } = await company.admin.ok(addReadyRoles, { keys: ['buyer'] })
    return { user_id: member.user_id, buyer: ids[0]! }
  },
  good: ({ user_id }) => ({ user_id, page_path: pages.purchase.path, action_key: 'biz/purchase/add_purchase_order' }),
  check: async (data, { user_id, buyer }, company) => {
    expect(data).toMatchObject({ can: false, roles: [{ id: buyer, role_name: '采购员' }] })
    expect(data.steps.map(({ key, holds }) => [key, holds])).toEqual([
      ['account', true],
      ['role', true],
      ['edition', true],
      ['page', false],
      ['action', false],
      ['scope', true],
    ])
    expect(data.remedy).toContain('采购员')
    const own = await company.admin.ok(queryWhy, { user_id, page_path: pages.roles.path })
    expect(own).toMatchObject({ can: true, remedy: null })
  },
  refused: ({ user_id }) => [
    ['a page that is none', { user_id, page_path: '/no/such' }, generalErrors.badParameter],
    [
      'an action of another page',
      { user_id, page_path: pages.units.path, action_key: 'biz/purchase/add_purchase_order' },
      generalErrors.badParameter,
    ],
    ['a member that does not exist', { user_id: newId(), page_path: pages.units.path }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('what a ready-made role withholds or has alone is an action of its pages, and its home is its own', () => {
  for (const { key, home, pages: opened, withheld, only = [] } of readyRoles) {
    const actions = new Set(opened.flatMap(page => actionsOf(page, builtCalls).map(actionKey)))
    expect({ key, unknown: [...withheld, ...only].filter(one => !actions.has(one)) }).toEqual({ key, unknown: [] })
    expect(opened[0]).toBe(home)
    expect(new Set(opened).size, key).toBe(opened.length)
  }
})

test('a ready-made role that holds more than the own rights is not taken, nor copied', async () => {
  const company = await app.company()
  const keeper = await company.member([pages.roles, pages.productionReport, pages.myWages])
  expect((await keeper.send(addReadyRoles, { keys: ['planner'] })).code).toBe(5011)
  expect((await keeper.send(addReadyRoles, { keys: ['operator'] })).code).toBe(200)
  const { ids } = await company.admin.ok(addReadyRoles, { keys: ['planner'] })
  expect((await keeper.send(copyRole, { id: ids[0]!, role_name: 'mine' })).code).toBe(5011)
})

test('a member lands where the role begins, as long as the role opens it', async () => {
  const company = await app.company()
  const { ids } = await company.admin.ok(addReadyRoles, { keys: ['storekeeper'] })
  const { id } = await company.admin.ok(addUser, {
    account: 'wang',
    name: 'Wang',
    password: 'Good-Pass1',
    role_ids: ids,
  })
  const token = await app.database.system(tx => openSession(tx, { org_id: company.org_id, id }))
  const home = async () => ((await app.raw(userInfo.path, {}, token, 'GET')).data as { home_path: string }).home_path
  expect(await home()).toBe(pages.inbound.path)
  await company.admin.ok(alterRolePermissions, { role_id: ids[0]!, app_code: 'mep', page_paths: [pages.stock.path] })
  expect(await home()).toBeNull()
})

test('a ready-made role that is there is left as it is and told, the others are made', async () => {
  const company = await app.company()
  const first = await company.admin.ok(addReadyRoles, { keys: ['planner'] })
  expect(first.there).toEqual([])
  const count = async () => (await company.admin.ok(listRoles, {})).result.length
  const before = await count()
  const { ids, there } = await company.admin.ok(addReadyRoles, { keys: ['planner', 'buyer'] })
  expect(there).toEqual([{ key: 'planner', role_name: '计划员' }])
  expect(ids).toHaveLength(1)
  expect(await count()).toBe(before + 1)
  expect(await company.admin.ok(addReadyRoles, { keys: ['planner'] })).toMatchObject({
    ids: [],
    there: [{ key: 'planner' }],
  })
  expect(await count()).toBe(before + 1)
})

test('a ready-made role whose name is taken is made under another one, which must be free', async () => {
  const company = await app.company()
  const { admin } = company
  const own = await withRole(company)
  const planner = (await admin.ok(listReadyRoles, {})).result.find(({ key }) => key === 'planner')!
  expect(planner.there_id).toBe(own.id)
  const named = (role_name: string) => ({ keys: ['planner' as const], names: [{ key: 'planner' as const, role_name }] })
  expect((await admin.send(addReadyRoles, named('计划员'))).code).toBe(accessErrors.roleNameExists.code)
  const { ids, there } = await admin.ok(addReadyRoles, named('计划员（现成）'))
  expect(there).toEqual([])
  expect((await admin.ok(listRoles, {})).result.find(({ id }) => id === ids[0])?.role_name).toBe('计划员（现成）')
  const [rights] = (await admin.ok(queryRolePermissions, { role_id: ids[0]!, app_code: 'mep' })).result
  expect(rights).toMatchObject(planner.permissions[0]!)
})

test('of the lite edition a ready-made role opens what the edition has, and others are not offered', async () => {
  const company = await app.company()
  await app.database.pool.query(`update org_app set app_code = 'mep_lite' where org_id = $1`, [company.org_id])
  const { result } = await company.admin.ok(listReadyRoles, {})
  expect(result.map(({ key }) => key)).not.toContain('inspector')
  expect((await company.admin.send(addReadyRoles, { keys: ['inspector'] })).code).toBe(5001)
  const { ids } = await company.admin.ok(addReadyRoles, { keys: ['operator'] })
  const rights = await company.admin.ok(queryRolePermissions, { role_id: ids[0]! })
  expect(rights.result).toMatchObject([{ app_code: 'mep_lite', page_paths: [pages.productionReport.path] }])
})
