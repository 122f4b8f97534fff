import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessSecrets } from '@qitao/access/server'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { webHookSecrets } from '@qitao/insight/server'
import { backUp } from '@qitao/platform/server/backup/backup.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type KeptIn, keptSecret, seal } from '@qitao/platform/server/secrets.ts'
import { sql } from 'kysely'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { restoreBooks } from './restore-books.ts'

// Migrations, of a restore, lock in an order of their own.
const app = await testApp({ locksInOrder: false })
const into = mkdtempSync(join(tmpdir(), 'qitao-secrets-'))
const made: string[] = []
afterAll(async () => {
  vi.unstubAllEnvs()
  rmSync(into, { recursive: true })
  for (const name of made) await app.database.pool.query(`drop database if exists ${name} with (force)`)
})
/** What a restore into a database of its own says. */
async function said(folder: string): Promise<string> {
  const database = `test_${crypto.randomUUID().replaceAll('-', '')}`
  made.push(database)
  await app.database.pool.query(`create database ${database} template template0`)
  const told = vi.spyOn(console, 'log').mockReturnValue()
  try {
    await restoreBooks({ ...inject('cluster').config, database }, folder)
    return told.mock.calls.join('\n')
  } finally {
    told.mockRestore()
  }
}

test('a restore says which secrets the key that is here does not open, and nothing where it opens all', {
  timeout: 300_000,
}, async () => {
  vi.stubEnv('SECRETS_KEY', 'one')
  const { org_id, admin, as } = await app.company()
  const [authenticators, providers] = accessSecrets as [KeptIn, KeptIn]
  const [hook_id, provider_id] = [newId(), newId()]
  const about = (of: KeptIn, id: string) => of.placeOf(org_id, id)
  await as(async tx => {
    await sql`insert into web_hook (id, name, address, kinds) values (${hook_id}, 'ERP', 'https://erp.example.com', '{}')`.execute(
      tx,
    )
    await sql`insert into web_hook_channel (hook_id, secret) values (${hook_id}, ${keptSecret('x', about(webHookSecrets, hook_id))})`.execute(
      tx,
    )
  })
  await app.database.system(async tx => {
    const { user_id } = admin
    await sql`insert into user_mfa (org_id, user_id, secret) values (${org_id}, ${user_id}, ${keptSecret('x', about(authenticators, user_id))})`.execute(
      tx,
    )
    await sql`insert into oidc_provider (org_id, id, name, issuer, client_id, account_claim)
      values (${org_id}, ${provider_id}, 'SSO', 'https://sso.example.com', 'c', 'email')`.execute(tx)
    await sql`insert into oidc_secret (org_id, provider_id, sealed) values (${org_id}, ${provider_id}, ${seal('x', about(providers, provider_id))})`.execute(
      tx,
    )
  })
  const source = await app.database.pool.query<{ name: string }>('select current_database() as name')
  const { folder } = await backUp({ ...inject('cluster').config, database: source.rows[0]!.name }, into)
  expect(await said(folder)).not.toContain('secrets')
  vi.stubEnv('SECRETS_KEY', 'another')
  expect(await said(folder)).toContain('does not open those of: Authenticators, Sign-in providers, Web hooks.')
  vi.stubEnv('SECRETS_KEY', '')
  expect(await said(folder)).toContain('does not open those of')
})
