import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addApiToken } from '@qitao/access/model/session/api-token.calls.ts'
import { hashPassword } from '@qitao/access/server'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { aProduct } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { afterAll, expect, test } from 'vitest'
import { apiExample } from '../model/api/api-example.ts'
import { describedCalls, description } from '../model/api/described-calls.ts'
import { addWebHook } from '../model/hook/web-hook.calls.ts'

process.env.WEB_HOOK_LOOPBACK = '1'
const app = await testApp()
const folder = mkdtempSync(join(tmpdir(), 'qitao-example-'))
afterAll(() => {
  delete process.env.WEB_HOOK_LOOPBACK
  rmSync(folder, { recursive: true })
})
const password = 'Good-Pass-2026'

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  const { port } = server.address() as { port: number }
  await new Promise(done => server.close(done))
  return port
}
const run = (file: string, env: Record<string, string>) =>
  new Promise<{ code: number | null; said: string }>(done => {
    const child = spawn(process.execPath, [file], { env: { PATH: process.env.PATH, ...env }, stdio: 'pipe' })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', piece => {
        said += piece
      })
    child.on('close', code => done({ code, said }))
  })

test('the program that the page shows enters an order, watches it, and hears its web hook', async () => {
  const company = await app.company()
  const material_id = await aProduct(company)
  const { rows } = await app.database.pool.query('select code from material where id = $1', [material_id])
  await app.database.pool.query('update app_user set password_hash = $1 where org_id = $2', [
    await hashPassword(password),
    company.org_id,
  ])
  const asked = { name: 'ERP', page_paths: [pages.salesOrders.path, pages.materials.path], writes: true, password }
  const { token } = await company.admin.ok(addApiToken, asked)
  const port = await freePort()
  const hook = { name: 'ERP', address: `http://127.0.0.1:${port}/`, kinds: ['sales_order_approved' as const] }
  const { secret } = await company.admin.ok(addWebHook, hook)
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const file = join(folder, 'order.mjs')
  writeFileSync(file, apiExample)
  const { code, said } = await run(file, {
    ...{ QITAO_URL: url, QITAO_TOKEN: token, HOOK_SECRET: secret, HOOK_PORT: String(port), MATERIAL: rows[0].code },
  })
  expect(said).toMatch(/entered SO\w+/)
  expect(said).toMatch(/heard sales_order_approved/)
  expect(code).toBe(0)
})

test('the description is read whole: every call has its titles, and fields know what their records know', async () => {
  const company = await app.company()
  const answer = await app.app.inject({ url: '/openapi.json', headers: { authorization: company.admin.token } })
  const given: unknown = answer.json()
  const calls = describedCalls(description.parse(given))
  expect(calls.length).toBeGreaterThan(800)
  expect(calls.filter(({ title }) => !/[\u4e00-\u9fff]/.test(title.zh) || title.en === '')).toEqual([])
  const add = calls.find(({ path }) => path === '/mep_server/biz/order/add_order')
  const named = calls.find(({ path }) => path.endsWith('add_notice_rule'))
  expect(named?.input.properties?.event).toMatchObject({ title: 'Event', 'x-zh': '事件' })
  expect(named?.input.properties?.event?.['x-states']?.length).toBeGreaterThan(5)
  expect(add?.forTokens ?? false).toBe(false)
})
