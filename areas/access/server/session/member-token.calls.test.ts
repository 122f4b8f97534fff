import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, type TestMember, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { dropUsers } from '../../model/member/user.calls.ts'
import { listNotices } from '../../model/notice/notice.calls.ts'
import {
  addApiToken,
  listApiTokens,
  listMemberApiTokens,
  revokeApiToken,
  revokeMemberApiTokens,
} from '../../model/session/api-token.calls.ts'
import { apiTokenStatus } from '../../model/session/api-token.status.ts'
import { listSecurityEvents } from '../../model/session/security-event.calls.ts'
import { userInfo } from '../../model/session/session.calls.ts'
import { hashPassword } from './password.ts'

/** By what programs of all members call, for who manages the members. */
const app = await testApp()
const password = 'Good-Pass-2026'
const hashed = await hashPassword(password)
const { valid, over, revoked } = apiTokenStatus.codes
const set = (statement: string, ...values: unknown[]) => app.database.pool.query(statement, values)

const makes = async (owner: TestMember, name = 'ERP') => {
  await set('update app_user set password_hash = $1 where id = $2', hashed, owner.user_id)
  return owner.ok(addApiToken, { name, page_paths: [pages.units.path], password })
}
/** A member with a token of the own. */
const made = async (company: TestCompany) => {
  const owner = await company.member([pages.units])
  return { owner, ...(await makes(owner)) }
}
const opens = async (token: string) => (await app.raw(userInfo.path, {}, token, userInfo.method)).code === 200

contract(app, listMemberApiTokens, {
  set: made,
  good: ({ owner }) => ({ user_id: owner.user_id, statuses: [valid], keyword: 'erp' }),
  check: ({ result }, { id, token, owner }) => {
    expect(result).toMatchObject([
      {
        ...{ id, name: 'ERP', user_id: owner.user_id, user_name: 'Member', status: valid, writes: false },
        ...{ page_paths: [pages.units.path], used_time: null, expire_time: expect.any(Number), is_manageable: true },
      },
    ])
    expect(JSON.stringify(result)).not.toContain(token)
  },
  refused: () => [['a state that there is not', { statuses: [9] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, revokeMemberApiTokens, {
  set: made,
  good: ({ id }) => ({ ids: [id] }),
  check: async ({ done_ids }, { id, token, owner }, company) => {
    expect(done_ids).toEqual([id])
    expect(await opens(token)).toBe(false)
    expect((await owner.ok(listApiTokens, {})).result).toEqual([])
    const { result } = await company.admin.ok(listMemberApiTokens, {})
    expect(result).toMatchObject([{ id, status: revoked }])
    const [event] = (await company.admin.ok(listSecurityEvents, {})).result
    expect(event).toMatchObject({
      ...{ kind: 'api_token_revoked', user_id: owner.user_id, actor_id: company.admin.user_id },
    })
    const notices = await owner.ok(listNotices, {}, { language: 'en' })
    expect(notices.result).toMatchObject([{ sign: `api_token:${id}`, type: 'warning' }])
    expect((await company.admin.send(revokeMemberApiTokens, { ids: [id] })).code).toBe(
      generalErrors.statusNotAllowed.code,
    )
  },
  refused: () => [['one that there is not', { ids: [newId()] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('the page alone revokes of those whose rights one holds; nothing of stronger members and administrators', async () => {
  const company = await app.company()
  const manager = await company.member([pages.roles, pages.units])
  const [equal, stronger] = [await company.member([pages.units]), await company.member([pages.suppliers, pages.units])]
  const ids = [await makes(equal, 'A'), await makes(stronger, 'B'), await makes(company.admin, 'C')].map(({ id }) => id)
  const { result } = await manager.ok(listMemberApiTokens, { order_by: 'name' })
  expect(result.map(({ name, is_manageable }) => [name, is_manageable])).toEqual([
    ['A', true],
    ['B', false],
    ['C', false],
  ])
  const answer = await manager.send(revokeMemberApiTokens, { ids })
  expect(answer.code).toBe(generalErrors.partlyDone.code)
  expect(answer.data?.done_ids).toEqual([ids[0]])
  expect(answer.data?.failed.map(({ code }) => code)).toEqual([5011, 5011])
})

test('what is over, revoked by its owner, or of somebody who has gone stays to be seen', async () => {
  const company = await app.company()
  const [one, other, gone] = [await made(company), await made(company), await made(company)]
  await set('update api_token set expire_time = epoch_now() - 1, used_time = 5 where id = $1', one.id)
  await other.owner.ok(revokeApiToken, { id: other.id })
  await company.admin.ok(dropUsers, { ids: [gone.owner.user_id] })
  const { result } = await company.admin.ok(listMemberApiTokens, {})
  expect(result.map(({ id, status }) => [id, status])).toMatchObject([
    [one.id, over],
    ...[[other.id], [gone.id]].map(([id]) => [id, revoked]).toSorted(),
  ])
  expect(result[0]).toMatchObject({ used_time: 5 })
  // Of what is over nothing is left to stop, but it may be set down as revoked.
  expect((await company.admin.ok(revokeMemberApiTokens, { ids: [one.id] })).done_ids).toEqual([one.id])
})
