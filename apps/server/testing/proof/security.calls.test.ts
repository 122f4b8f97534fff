import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { addUser, resetUserPassword } from '@qitao/access/model/member/user.calls.ts'
import { alterPassword, login, userInfo } from '@qitao/access/model/session/session.calls.ts'
import { masked } from '@qitao/platform/server/http/http.ts'
import { freshDatabase } from '@qitao/platform/server/testing/cluster.ts'
import { expect, test } from 'vitest'
import { openServer } from '../../server.ts'
import { testApp } from '../test-app.ts'
import { schemaOf } from './inputs.ts'
import { builtCalls } from './scene.ts'

const app = await testApp()

test('every answer carries the headers of safety: calls, refusals, files, pages, what is not there', async () => {
  const web = mkdtempSync(join(tmpdir(), 'qitao-web-'))
  mkdirSync(join(web, 'assets'))
  writeFileSync(join(web, 'index.html'), '<!doctype html><script type="module" src="/assets/x.js"></script>')
  writeFileSync(join(web, 'assets/x.js'), 'void 0')
  writeFileSync(join(web, 'assets/x.js.br'), brotliCompressSync('void 0'))
  const { config } = await freshDatabase()
  const messenger = { kind: 'outbox' as const, send: async () => {} }
  const server = await openServer({ database: config, prepared: true, role: 'web', web, messenger })
  try {
    // What the build has compressed goes as it is to who takes it, and has no address of its own.
    const small = await server.app.inject({ url: '/assets/x.js', headers: { 'accept-encoding': 'gzip, br' } })
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(small.headers['content-type']).toMatch(/javascript/)
    expect(String(brotliDecompressSync(small.rawPayload))).toBe('void 0')
    expect((await server.app.inject('/assets/x.js')).body).toBe('void 0')
    expect((await server.app.inject('/assets/x.js.br')).statusCode).toBe(404)
    for (const url of [
      '/',
      '/basic/unit',
      '/assets/x.js',
      '/none.js',
      '/openapi.json',
      '/health/ready',
      userInfo.path,
    ]) {
      const { headers } = await server.app.inject(url)
      expect({ url, ...headers }).toMatchObject({
        url,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'cache-control': expect.stringMatching(url.startsWith('/assets/') ? /immutable/ : /no-store|no-cache/),
      })
      expect(headers['x-powered-by'], url).toBeUndefined()
      const rules = new Map(
        String(headers['content-security-policy'])
          .split('; ')
          .map(rule => [rule.split(' ')[0]!, rule.split(' ').slice(1)]),
      )
      // No script of a stranger, none inside of the page, nothing made out of text.
      expect(rules.get('script-src'), url).toEqual(["'self'"])
      expect(rules.get('default-src'), url).toEqual(["'self'"])
      expect(rules.get('frame-ancestors'), url).toEqual(["'none'"])
      expect(rules.get('base-uri'), url).toEqual(["'none'"])
      expect(rules.get('object-src'), url).toEqual(["'none'"])
      expect(rules.get('form-action'), url).toEqual(["'self'"])
    }
  } finally {
    await server.close()
    rmSync(web, { recursive: true })
  }
})

/** Names that a secret may have; the others that look alike are settings and rights. */
const isSecret = (name: string): boolean =>
  /password|secret|token|verify_code|qrcode_key|share_key/.test(name) && !/^(has|is)_|_(time|by)$/.test(name)

interface Shape {
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}
const namesIn = (shape: Shape): string[] => [
  ...Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => [name, ...namesIn(inner)]),
  ...(shape.items ? namesIn(shape.items) : []),
  ...(shape.anyOf ?? []).flatMap(namesIn),
]

test('no secret field of any call reaches the audit rows', () => {
  const secrets = new Set(builtCalls.flatMap(call => namesIn(schemaOf(call) as Shape)).filter(isSecret))
  expect([...secrets]).toEqual(expect.arrayContaining(['password', 'old_password', 'new_password', 'verify_code']))
  for (const name of secrets) {
    const written = JSON.stringify({ other: 1, [name]: 'hunter"2\\', deep: [{ [name]: 'hunter3' }] })
    expect(masked(written), name).not.toMatch(/hunter/)
    expect(JSON.parse(masked(written)), name).toMatchObject({ other: 1 })
  }
})

test('no password, token or hash stands in any book after people have come in and changed their passwords', async () => {
  const company = await app.company()
  const { org } = await company.admin.ok(userInfo, {})
  const [first, second, third] = ['First-Pass-2026', 'Second-Pass-2026', 'Third-Pass-2026']
  const { id } = await company.admin.ok(addUser, { account: 'zhang', name: 'Zhang', password: first! })
  const enter = async (password: string) => {
    const { code, data } = await app.raw(login.path, { account: 'zhang', password, company_code: org.company_code })
    expect(code).toBe(200)
    return (data as { token: string }).token
  }
  const token = await enter(first!)
  await app.raw(alterPassword.path, { old_password: first, new_password: second }, token)
  await company.admin.ok(resetUserPassword, { id, new_password: third! }, { key: 'a key' })
  const last = await enter(third!)
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await app.database.pool.query<{ line: string }>(`select t::text as line from "${name}" t`)
    for (const { line } of rows)
      for (const secret of [first!, second!, third!, token, last])
        if (line.includes(secret)) found.push(`${name}: ${line.slice(0, 200)}`)
  }
  expect(found).toEqual([])
  const { rows: hashes } = await app.database.pool.query(
    `select 1 from change_log where coalesce(old_row, '{}')::text || coalesce(new_row, '{}')::text ~ 'argon2|token_hash'
      union all select 1 from audit_log where input::text ~ 'argon2' union all select 1 from idempotency_key where answer::text ~ 'argon2'`,
  )
  expect(hashes).toEqual([])
})
