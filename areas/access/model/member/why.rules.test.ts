import { actionKey, command, nothing } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { type DataScopeCode, dataScope } from './data-scope.status.ts'
import { type MemberAsked, type RoleOf, whyOf } from './why.rules.ts'

const add = command('/mep_server/biz/dispatch/add', {
  title: text('派工', 'Dispatch'),
  grantedBy: [pages.dispatch],
  input: nothing,
  output: nothing,
})
const { own, all } = dataScope.codes
const role = (
  role_name: string,
  page_paths: string[],
  action_keys: string[] | null = null,
  data_scope: DataScopeCode = all,
): RoleOf => ({
  id: role_name,
  role_name,
  permissions: [{ app_code: 'mep', page_paths, action_keys, data_scope }],
})
const looker = role('looker', [pages.dispatch.path], [], own)
const foreman = role('foreman', [pages.dispatch.path])
const buyer = role('buyer', [pages.purchase.path])
const member: MemberAsked = {
  name: 'Bo',
  is_enabled: true,
  is_admin: false,
  invalid_role: false,
  must_enrol: false,
  data_permission: true,
  roles: [looker],
}
const roles = [buyer, foreman, looker]
const page = pages.dispatch
const failing = (of: Partial<MemberAsked>, asked = { page, call: add }, apps = ['mep']) => {
  const why = whyOf({ ...member, ...of }, asked, roles, apps)
  return { can: why.can, first: why.steps.find(({ holds }) => !holds)?.key, remedy: why.remedy?.en }
}

test('who has the page without the action lacks the action, and the roles that have it are named', () => {
  expect(failing({})).toEqual({ can: false, first: 'action', remedy: 'Give Bo one of the roles: foreman' })
  expect(whyOf(member, { page }, roles, ['mep'])).toMatchObject({
    can: true,
    roles: [{ id: 'foreman' }, { id: 'looker' }],
  })
})
test('the first condition that does not hold is the one to mend', () => {
  expect(failing({ roles: [buyer] }).first).toBe('page')
  expect(failing({ roles: [] }).first).toBe('role')
  expect(failing({ is_enabled: false }).first).toBe('account')
  // The lite edition has no dispatching, not even for an administrator.
  expect(failing({ is_admin: true }, undefined, ['mep_lite'])).toMatchObject({ can: false, first: 'edition' })
  expect(failing({ is_admin: true, roles: [] })).toEqual({ can: true, first: undefined, remedy: undefined })
})
test('actions of one role do not count on the page of another', () => {
  const there = role('elsewhere', [pages.purchase.path], ['biz/dispatch/add'])
  expect(failing({ roles: [looker, there] }).first).toBe('action')
})
test('a scope of the own documents is told, and is no refusal', () => {
  const scope = (of: readonly RoleOf[]) =>
    whyOf({ ...member, roles: of }, { page }, roles, ['mep']).steps.find(({ key }) => key === 'scope')
  expect(scope([looker])).toMatchObject({
    holds: true,
    text: { en: expect.stringMatching(/^Data scope: Own only. Sales orders/) },
  })
  expect(scope([looker, foreman])?.text.en).toMatch(/^Data scope: Whole company/)
})
test('what concerns all workgroups is refused to who sees the own ones, and the remedy is a wider role', () => {
  const leader = role('leader', [pages.dispatch.path], null, dataScope.codes.group)
  const across = { ...add, acrossWorkgroups: 'refused' as const }
  expect(failing({ roles: [leader] })).toMatchObject({ can: true })
  expect(failing({ roles: [leader] }, { page, call: across })).toMatchObject({ can: false, first: 'scope' })
  expect(failing({ roles: [leader, foreman] }, { page, call: across })).toMatchObject({ can: true })
  expect(failing({ roles: [leader], data_permission: false }, { page, call: across })).toMatchObject({ can: true })
})
test('the action of one role opens a page of another, where the call belongs to both: as the server grants it', () => {
  const shared = { ...add, grantedBy: [pages.dispatch, pages.purchase] }
  const doer = role('doer', [pages.purchase.path], [actionKey(add)])
  expect(failing({ roles: [looker, doer] }, { page, call: shared })).toEqual({
    can: true,
    first: undefined,
    remedy: undefined,
  })
  // By itself it does not open the page.
  expect(failing({ roles: [doer] }, { page, call: shared }).first).toBe('page')
})
test('who has to set up a second factor first can do nothing else', () => {
  expect(failing({ roles: [foreman], must_enrol: true })).toMatchObject({ can: false, first: 'second_factor' })
  expect(
    failing({ roles: [foreman], must_enrol: true }, { page, call: { ...add, beforeSecondFactor: true } }).can,
  ).toBe(true)
})
test('where scopes are switched off nobody is told of one', () => {
  const { steps } = whyOf({ ...member, data_permission: false }, { page }, roles, ['mep'])
  expect(steps.find(({ key }) => key === 'scope')?.text.en).toBe('Data scope: switched off for the company')
})
