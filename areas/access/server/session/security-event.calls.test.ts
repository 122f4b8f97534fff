import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { FileAnswer } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { beforeEach, expect, test } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import { addInvitation, dropInvitations } from '../../model/company/membership.calls.ts'
import { addRole, alterRolePermissions } from '../../model/member/role.calls.ts'
import { addUser, alterUserAdmin, alterUserStatus, dropUser, resetUserPassword } from '../../model/member/user.calls.ts'
import { listNotices } from '../../model/notice/notice.calls.ts'
import { exportSecurityEvents, listSecurityEvents } from '../../model/session/security-event.calls.ts'
import { alterPassword, beginView, login, userInfo } from '../../model/session/session.calls.ts'

const app = await testApp()
beforeEach(() => app.database.pool.query('delete from sign_in_failure'))
const password = 'Good-Pass-2026'

const withEvents = async (company: TestCompany) => {
  const { org } = await company.admin.ok(userInfo, {})
  const { id } = await company.admin.ok(addUser, { account: 'zhang', name: 'Zhang', password })
  const enter = (secret: string, address = '10.0.0.1') =>
    app.app.inject({
      method: 'POST',
      url: login.path,
      remoteAddress: address,
      headers: { 'user-agent': 'Firefox on Linux' },
      payload: { account: 'zhang', password: secret, company_code: org.company_code },
    })
  const token = async (secret = password, address?: string) =>
    ((await enter(secret, address)).json().data as { token: string }).token
  return { id, enter, token, company }
}
const kinds = async (company: TestCompany) =>
  (await company.admin.ok(listSecurityEvents, { page_size: 100 })).result.map(({ kind }) => kind).toReversed()

contract(app, listSecurityEvents, {
  set: async company => {
    const made = await withEvents(company)
    await made.enter('Wrong-Pass-2026')
    await made.token()
    return made
  },
  good: ({ id }) => ({ user_id: id, kinds: ['signed_in' as const] }),
  check: async (data, { id }, company) => {
    expect(data.result).toMatchObject([
      {
        kind: 'signed_in',
        user_id: id,
        user_name: 'Zhang',
        actor_id: null,
        address: '10.0.0.1',
        agent: 'Firefox on Linux',
      },
    ])
    expect(await kinds(company)).toEqual(['member_added', 'sign_in_failed', 'signed_in'])
    expect((await company.admin.ok(listSecurityEvents, { keyword: '10.0.0.2' })).total).toBe(0)
    expect((await company.admin.ok(listSecurityEvents, { created_to: 1 })).total).toBe(0)
    for (const order_by of ['kind', '-address', 'agent'])
      expect((await company.admin.ok(listSecurityEvents, { order_by })).total).toBe(3)
  },
  refused: () => [['a kind that is none', { kinds: ['tea'] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ result: [], total: 0 }),
})
contract(app, exportSecurityEvents, {
  set: async company => {
    const made = await withEvents(company)
    await made.token()
    return made
  },
  good: () => ({}),
  check: data => expect(data).toBeInstanceOf(FileAnswer),
  refused: () => [['a kind that is none', { kinds: ['tea'] }, generalErrors.badParameter]],
  foreign: ({ code }) => expect(code).toBe(200),
})

test('what is done to members is written down with who did it; a refused act is not', async () => {
  const { company, id } = await withEvents(await app.company())
  const { admin } = company
  await admin.ok(beginView, { user_id: id })
  await admin.ok(alterUserAdmin, { id, is_admin: true })
  await admin.ok(alterUserAdmin, { id, is_admin: false })
  await admin.ok(resetUserPassword, { id, new_password: 'Other-Pass-2026' })
  const role = await admin.ok(addRole, { role_name: 'x' })
  await admin.ok(alterRolePermissions, { role_id: role.id, app_code: 'mep', page_paths: [pages.units.path] })
  await admin.ok(alterUserStatus, { id, status: 0 })
  await admin.ok(alterUserStatus, { id, status: 1 })
  await admin.ok(dropUser, { id })
  expect((await admin.send(alterUserAdmin, { id: admin.user_id, is_admin: false })).code).toBe(7028)
  const { id: invitation } = await admin.ok(addInvitation, {})
  await admin.ok(dropInvitations, { ids: [invitation] })
  expect(await kinds(company)).toEqual([
    'member_added',
    'view_begun',
    'admin_given',
    'admin_taken',
    'password_set',
    'rights_changed',
    'member_disabled',
    'member_enabled',
    'member_dropped',
    'invitation_made',
    'invitation_dropped',
  ])
  const { result } = await admin.ok(listSecurityEvents, { kinds: ['password_set'] })
  expect(result).toMatchObject([{ user_id: id, actor_id: admin.user_id, actor_name: 'Admin' }])
})

test('a sign-in from a new place is told; from a known one, and the very first, it is not', async () => {
  const { company, token } = await withEvents(await app.company())
  const asZhang = async (held: string) =>
    ((await app.raw(listNotices.path, {}, held)).data as { result: { text: string }[] }).result.map(({ text }) => text)
  expect(await asZhang(await token(password, '10.0.0.1'))).toEqual([])
  expect(await asZhang(await token(password, '10.0.0.1'))).toEqual([])
  const told = await asZhang(await token(password, '10.9.9.9'))
  expect(told).toEqual([expect.stringContaining('10.9.9.9')])
  expect(await asZhang(await token(password, '10.9.9.9'))).toEqual(told)
  expect(await kinds(company)).toEqual(['member_added', 'signed_in', 'signed_in', 'new_device', 'signed_in'])
})

test('a changed password is told to the member, with where it was changed', async () => {
  const { company, token } = await withEvents(await app.company())
  const held = await token()
  const new_password = 'Third-Pass-2026'
  expect((await app.raw(alterPassword.path, { old_password: password, new_password }, held)).code).toBe(200)
  const { result } = (await app.raw(listNotices.path, {}, held)).data as { result: { text: string; type: string }[] }
  expect(result).toMatchObject([{ text: expect.stringMatching(/^您的密码已修改/), type: 'warning' }])
  expect((await kinds(company)).at(-1)).toBe('password_changed')
})

test('a password that leaked is refused wherever one is chosen, however its letters are written', async () => {
  const { company, id, token } = await withEvents(await app.company())
  for (const leaked of ['1qaz2wsx', 'QWER1234']) {
    const added = await company.admin.send(addUser, { account: leaked, name: 'x', password: leaked })
    expect(added).toMatchObject({ code: accessErrors.passwordWeak.code, message: expect.stringContaining('泄露') })
    expect((await company.admin.send(resetUserPassword, { id, new_password: leaked })).code).toBe(5263)
    const changed = await app.raw(alterPassword.path, { old_password: password, new_password: leaked }, await token())
    expect(changed.code).toBe(5263)
  }
})
