import { type TestCompany, type TestMember, testApp } from '@qitao/app-server/testing/test-app.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { addInvitation, listInvitations } from '../../model/company/membership.calls.ts'
import { addRole, alterRolePermissions, listRoles } from '../../model/member/role.calls.ts'
import { alterUser, alterUserStatus, dropUser, dropUsers, listUsers, stopUsers } from '../../model/member/user.calls.ts'
import { queryInvitation } from '../../model/session/sign-up.calls.ts'

/** What a member made for people outside ends with the member, or with the right to make it. */
const app = await testApp()

async function invited(company: TestCompany, more: readonly { path: string }[] = []) {
  const member = await company.member([pages.roles, ...more])
  const { qrcode_key } = await member.ok(addInvitation, { uses: 100, expire_hours: 720 })
  expect(await codeOf(qrcode_key)).toBe(200)
  return { member, qrcode_key }
}
const codeOf = async (qrcode_key: string) => (await app.raw(queryInvitation.path, { qrcode_key })).code
const roleOf = async (company: TestCompany, { user_id }: TestMember) =>
  (await company.admin.ok(listUsers, { page_size: -1 })).result.find(({ id }) => id === user_id)!.role_ids

test('invitations of a deleted or stopped member are gone for good', async () => {
  const company = await app.company()
  const ways = [
    (id: string) => company.admin.ok(dropUser, { id }),
    (id: string) => company.admin.ok(dropUsers, { ids: [id] }),
    (id: string) => company.admin.ok(stopUsers, { ids: [id] }),
    (id: string) => company.admin.ok(alterUserStatus, { id, status: 0 }),
  ]
  for (const end of ways) {
    const { member, qrcode_key } = await invited(company)
    await end(member.user_id)
    expect(await codeOf(qrcode_key)).toBe(7705)
    await app.database.pool.query('update app_user set status = 1, dropped = false where id = $1', [member.user_id])
    expect(await codeOf(qrcode_key)).toBe(7705)
  }
  expect((await company.admin.ok(listInvitations, {})).result).toEqual([])
})

test('an invitation holds while its maker may invite', async () => {
  const company = await app.company()
  const { member, qrcode_key } = await invited(company)
  const [role_id] = await roleOf(company, member)
  const give = (page_paths: string[]) =>
    company.admin.ok(alterRolePermissions, { role_id: role_id!, app_code: 'mep', page_paths })
  await give([])
  expect(await codeOf(qrcode_key)).toBe(7705)
  await give([pages.roles.path])
  expect(await codeOf(qrcode_key)).toBe(200)
  await company.admin.ok(alterUser, { id: member.user_id, role_ids: [] })
  expect(await codeOf(qrcode_key)).toBe(7705)
})

test('an invitation gives no role that its maker could not give now', async () => {
  const company = await app.company()
  const { id: role_id } = await company.admin.ok(addRole, { role_name: 'Planner' })
  const grow = (page_paths: string[]) =>
    company.admin.ok(alterRolePermissions, { role_id, app_code: 'mep', page_paths })
  await grow([pages.units.path])
  const member = await company.member([pages.roles, pages.units])
  const { qrcode_key } = await member.ok(addInvitation, { role_id })
  expect(await codeOf(qrcode_key)).toBe(200)
  await grow([pages.units.path, pages.salesOrders.path])
  expect(await codeOf(qrcode_key)).toBe(7705)
  expect((await company.admin.ok(listRoles, {})).result.length).toBeGreaterThan(0)
})
