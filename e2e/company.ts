// A company of its own for a story, so that stories do not meet: made as an installer makes one, straight in the database.
import { randomBytes } from 'node:crypto'
import { createCompany, hashPassword } from '@qitao/access/server'
import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { type Database, openDatabase } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { type Account, signIn } from './caller.ts'

/** `app_code`: its edition, the whole product by default. */
export async function newCompany(name: string, user_name: string, app_code?: string): Promise<Account> {
  return withDatabase(async database => {
    const password = `Story-${randomBytes(6).toString('hex')}1`
    const company_code = `S${randomBytes(5).toString('hex').toUpperCase()}`
    const password_hash = await hashPassword(password)
    const made = {
      company_code,
      name: `${name} ${company_code}`,
      account: 'admin',
      password_hash,
      user_name,
      ...(app_code ? { app_code } : {}),
    }
    await database.system(async tx => {
      const { org_id } = await createCompany(tx, made)
      // Most stories add members to sign in as, and are of something else.
      await sql`insert into organization_config (org_id, config_key, config_value)
        values (${org_id}, 'first_password_change', '0')`.execute(tx)
    })
    return { company_code, account: 'admin', password }
  })
}

/** Fills the company with what the factories of the areas make. */
export async function fill<T>(url: string, account: Account, work: (company: TestCompany) => Promise<T>): Promise<T> {
  const caller = await signIn(url, account)
  return withDatabase(async database => {
    const { rows } = await database.pool.query(
      'select o.id as org_id, u.id as user_id from org o join app_user u on u.org_id = o.id where o.company_code = $1',
      [account.company_code],
    )
    const { org_id, user_id } = rows[0]
    return work({
      org_id,
      admin: { user_id, ok: async (call: never, input: never) => (await caller.send(call, input)).output },
      as: (inside: never) => database.as({ org_id, user_id, cause: 'story' }, inside),
    } as unknown as TestCompany)
  })
}

/** What a clock begins within its time, now; false while it is at work. */
export const strike = (clock: string): Promise<boolean> =>
  withDatabase(async ({ pool }) => {
    const { rowCount } = await pool.query(
      'update job set due_time = 0 where job_type = $1 and singleton is not null and status = $2',
      [clock, jobStatus.codes.queued],
    )
    return rowCount === 1
  })

/** Needs STORY_DATABASE, which `npm test -- stories` sets. */
async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { STORY_DATABASE } = process.env
  if (!STORY_DATABASE) throw new Error('STORY_DATABASE is missing: run stories with `npm test -- stories`')
  const database = openDatabase({ config: JSON.parse(STORY_DATABASE), log: console })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
