import { login, queryMenuList, userInfo } from '@qitao/access/model/session/session.calls.ts'
import { areas } from '@qitao/app-server/areas.ts'
import { serve } from '@qitao/app-server/testing/proof/scene.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { command } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { keyStatusHeader } from '@qitao/core/repeats.ts'
import { text } from '@qitao/core/text.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { handle, handleInSteps } from './handle.ts'

const app = await testApp()

test('the contract is served as OpenAPI, health is told, an unknown address is 404', async () => {
  const { admin } = await app.company()
  const asked = async (headers = {}) => (await app.app.inject({ url: '/openapi.json', headers })).json()
  const all = await asked({ authorization: admin.token })
  expect(all.openapi).toBe('3.1.0')
  // A stranger learns how to sign in, and no more.
  const ofStrangers = await asked()
  expect(ofStrangers.paths).toHaveProperty([login.path])
  expect(ofStrangers.paths).not.toHaveProperty([userInfo.path])
  const open = Object.entries(all.paths).filter(([, one]) =>
    Object.values(one as Record<string, { security: unknown[] }>).every(({ security }) => security.length === 0),
  )
  expect(ofStrangers.paths).toEqual(Object.fromEntries(open))
  expect((await asked({ authorization: 'x' })).code).toBe(generalErrors.loginNeeded.code)
  expect((await app.app.inject('/health/ready')).json()).toEqual({ status: 'ready' })
  expect((await app.app.inject('/nothing')).statusCode).toBe(404)
  expect((await app.raw('/mep_server/biz/order/none', {})).code).toBe(generalErrors.loginNeeded.code)
  expect((await app.raw('/mep_server/biz/order/none', {}, admin.token)).code).toBe(404)
})

test('the input of each call stands in the contract: in the address or in the body', async () => {
  const { admin } = await app.company()
  const { paths } = (await app.app.inject({ url: '/openapi.json', headers: { authorization: admin.token } })).json()
  const calls = areas.flatMap(area => area.handlers.map(({ call }) => call))
  expect(calls.filter(({ method }) => method === 'GET').length).toBeGreaterThan(1)
  for (const call of calls) {
    const operation = paths[call.path][call.method.toLowerCase()]
    const fields = Object.keys(call.input.shape ?? {})
    if (call.method === 'GET') {
      const told = operation.parameters.map(({ name, in: place }: { name: string; in: string }) => [place, name])
      expect(told, call.path).toEqual(fields.map(name => ['query', name]))
    } else {
      const [body] = Object.values<{ schema: { properties?: object } }>(operation.requestBody.content)
      if (fields.length > 0) expect(Object.keys(body?.schema.properties ?? {}), call.path).toEqual(fields)
    }
  }
  const menu = paths[queryMenuList.path].get.parameters
  expect(menu).toEqual([{ name: 'app_code', in: 'query', required: false, schema: { type: 'string' } }])
})

test('a transaction sees its own company only, even without a filter', async () => {
  const ours = await app.company()
  const theirs = await app.company()
  const seen = await ours.as(tx => tx.selectFrom('app_user').select('org_id').execute())
  expect(new Set(seen.map(({ org_id }) => org_id))).toEqual(new Set([ours.org_id]))
  await expect(
    ours.as(tx => tx.insertInto('role').values({ id: theirs.org_id, org_id: theirs.org_id, role_name: 'x' }).execute()),
  ).rejects.toThrow(/row-level security/)
  expect(generalErrors.noPermission.code).toBe(5011)
})

test('who sends a key again is told whether the server looked for it: only then a refusal says that nothing was done', async () => {
  const named = (path: string) =>
    command(path, {
      title: text('试', 'Try'),
      grantedBy: 'signed_in',
      input: z.strictObject({ works: z.boolean() }),
      output: z.object({}),
    })
  const [plain, inSteps] = [named('/mep_server/test/plain'), named('/mep_server/test/steps')]
  const work = async ({ works }: { works: boolean }) => (works ? {} : refuse(generalErrors.statusNotAllowed))
  const steps = handleInSteps(inSteps, { load: work, decide: async () => ({}), save: async () => ({}) })
  const http = serve(app, { areas: [{ name: 'test', handlers: [handle(plain, work), steps] }] })
  const { admin } = await app.company()
  for (const { path } of [plain, inSteps]) {
    const send = async (key: string, payload: object) => {
      const headers = { authorization: admin.token, 'idempotency-key': key }
      const response = await http.inject({ method: 'POST', url: path, headers, payload })
      return [response.json().code, response.headers[keyStatusHeader]]
    }
    expect(await send(`${path} a`, { works: false })).toEqual([generalErrors.statusNotAllowed.code, 'new'])
    expect(await send(`${path} a`, { works: true, other: 1 })).toEqual([generalErrors.badParameter.code, undefined])
    expect(await send(`${path} b`, { works: true })).toEqual([200, 'new'])
    expect(await send(`${path} b`, { works: true })).toEqual([200, undefined])
    expect(await send(`${path} b`, { works: false })).toEqual([generalErrors.badParameter.code, undefined])
  }
})

test('what is written down cannot be changed under the role of calls', async () => {
  const company = await app.company()
  for (const table of ['audit_log', 'change_log'])
    for (const change of ['delete from', 'update']) {
      const statement = sql.raw(`${change} ${table}${change === 'update' ? ' set at = 0' : ''}`)
      await expect(
        company.as(tx => statement.execute(tx)),
        `${change} ${table}`,
      ).rejects.toThrow(/permission denied/)
    }
})

test('nothing is sent back to who traces', async () => {
  for (const url of ['/', '/mep_server/biz/user/login', '/health/live']) {
    const answer = await app.app.inject({
      method: 'TRACE' as 'GET',
      url,
      headers: { authorization: 'told', 'x-more': 'told' },
    })
    expect(answer.body, url).not.toContain('told')
  }
})
