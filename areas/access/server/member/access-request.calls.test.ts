import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import {
  grantAccessRequest,
  listAccessRequests,
  queryOwnAccessRequest,
  refuseAccessRequest,
  requestAccess,
} from '../../model/member/access-request.calls.ts'
import { addRole, alterRolePermissions } from '../../model/member/role.calls.ts'
import { alterUser, listUsers } from '../../model/member/user.calls.ts'
import { listNotices } from '../../model/notice/notice.calls.ts'
import { listOwnSessions, userInfo } from '../../model/session/session.calls.ts'

const app = await testApp()
const page_path = pages.units.path
const reason = '需要维护单位'

const asked = async (company: TestCompany) => {
  const bo = await company.member([pages.roles])
  const { id } = await bo.ok(requestAccess, { page_path, reason })
  const role = await company.admin.ok(addRole, { role_name: 'Units' })
  await company.admin.ok(alterRolePermissions, { role_id: role.id, app_code: 'mep', page_paths: [page_path] })
  const other = await company.admin.ok(addRole, { role_name: 'Other' })
  return { bo, id, role_id: role.id, other: other.id, company }
}

contract(app, requestAccess, {
  set: async company => {
    // An administrator has every page and asks for none.
    await app.database.pool.query('update app_user set is_admin = false where org_id = $1', [company.org_id])
    return {}
  },
  good: () => ({ page_path, reason }),
  refused: () => [
    ['a page that is none', { page_path: '/no/such', reason }, generalErrors.badParameter],
    ['no reason', { page_path, reason: ' ' }, generalErrors.fieldRequired],
  ],
  // The page is open to the other company's administrator.
  foreign: generalErrors.badParameter,
})

contract(app, queryOwnAccessRequest, {
  set: asked,
  good: () => ({ page_path }),
  check: async (data, { bo, id }) => {
    // The administrator has asked for nothing.
    expect(data).toEqual({ record: null })
    expect((await bo.ok(queryOwnAccessRequest, { page_path })).record).toMatchObject({
      id,
      reason,
      status: 10,
      page_name: '计量单位',
    })
  },
  refused: () => [['no page', { page_path: '' }, generalErrors.fieldRequired]],
  foreign: ({ data }) => expect(data).toEqual({ record: null }),
})

contract(app, listAccessRequests, {
  set: asked,
  good: () => ({ statuses: [10 as const] }),
  check: async (data, { id, bo }, company) => {
    expect(data.result).toMatchObject([{ id, user_id: bo.user_id, user_name: 'Member', page_name: '计量单位', reason }])
    expect((await company.admin.ok(listAccessRequests, { keyword: '维护' })).total).toBe(1)
    expect((await company.admin.ok(listAccessRequests, { statuses: [20] })).total).toBe(0)
    for (const order_by of ['page_path', '-reason', 'answer', '-answered_time', 'status'])
      expect((await company.admin.ok(listAccessRequests, { order_by })).total).toBe(1)
  },
  refused: () => [['a state that is none', { statuses: [11] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ result: [], total: 0 }),
})

contract(app, grantAccessRequest, {
  set: asked,
  good: ({ id, role_id }) => ({ id, role_id }),
  check: async (_, { bo, id, role_id }, company) => {
    expect((await bo.ok(userInfo, {})).pages).toContain(page_path)
    expect((await bo.ok(listNotices, {})).result[0]).toMatchObject({
      text: '您已获得「计量单位」的权限',
      href: page_path,
    })
    expect((await company.admin.send(grantAccessRequest, { id, role_id })).code).toBe(5024)
  },
  refused: ({ id, other }) => [
    ['a role that does not open the page', { id, role_id: other }, generalErrors.badParameter],
    ['a role that does not exist', { id, role_id: newId() }, generalErrors.recordNotFound],
    ['a request that does not exist', { id: newId(), role_id: other }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, refuseAccessRequest, {
  set: asked,
  good: ({ id }) => ({ id, answer: '由仓库维护' }),
  check: async (_, { bo }) => {
    const { record } = await bo.ok(queryOwnAccessRequest, { page_path })
    expect(record).toMatchObject({ status: 30, answer: '由仓库维护', answered_by_name: 'Admin' })
    expect((await bo.ok(listNotices, {})).result[0]?.text).toContain('由仓库维护')
    // May ask again.
    await bo.ok(requestAccess, { page_path, reason })
  },
  refused: ({ id }) => [
    ['no answer', { id, answer: '' }, generalErrors.fieldRequired],
    ['a request that does not exist', { id: newId(), answer: 'x' }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('who may answer hears of it, once for each page; a page that is open is not asked for', async () => {
  const { bo, id, company } = await asked(await app.company())
  const { result } = await company.admin.ok(listNotices, {})
  expect(result).toMatchObject([{ sign: `access:${id}`, href: '/AuthorityManagement/role?tab=requests' }])
  expect(result[0]?.text).toBe(`Member申请「计量单位」的权限：${reason}`)
  expect((await bo.send(requestAccess, { page_path, reason })).code).toBe(accessErrors.accessAsked.code)
  expect((await bo.send(requestAccess, { page_path: pages.roles.path, reason })).code).toBe(5001)
  expect((await bo.ok(listOwnSessions, {})).result).toHaveLength(1)
})

test('who has opened the user before cannot take the granted role away unseen', async () => {
  const company = await app.company()
  const { bo, id, role_id } = await asked(company)
  const read = async () =>
    (await company.admin.ok(listUsers, { keyword: 'Member' })).result.find(one => one.id === bo.user_id)!
  const { row_version, role_ids } = await read()
  await company.admin.ok(grantAccessRequest, { id, role_id })
  const stale = { id: bo.user_id, row_version, name: 'Bo', role_ids: [...role_ids] }
  expect((await company.admin.send(alterUser, stale)).code).toBe(generalErrors.versionConflict.code)
  expect((await read()).role_ids).toContain(role_id)
})

test('nobody grants the own request, nor more than the own rights', async () => {
  const { bo, id, role_id, company } = await asked(await app.company())
  expect((await bo.send(grantAccessRequest, { id, role_id })).code).toBe(5011)
  const keeper = await company.member([pages.roles])
  expect((await keeper.send(grantAccessRequest, { id, role_id })).code).toBe(5011)
  const able = await company.member([pages.roles, pages.units])
  expect((await able.send(grantAccessRequest, { id, role_id })).code).toBe(200)
})
