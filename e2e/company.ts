// A company of its own for a story, so that stories do not meet: made as an installer makes one, straight in the database.
import { randomBytes } from 'node:crypto'
import { createCompany, hashPassword } from '@qitao/access/server'
import { openDatabase } from '@qitao/platform/server/database.ts'
import type { Account } from './caller.ts'

/** Needs STORY_DATABASE, which `npm test -- stories` sets. */
export async function newCompany(name: string, user_name: string): Promise<Account> {
  const { STORY_DATABASE } = process.env
  if (!STORY_DATABASE) throw new Error('STORY_DATABASE is missing: run stories with `npm test -- stories`')
  const database = openDatabase({ config: JSON.parse(STORY_DATABASE), log: console })
  try {
    const password = `Story-${randomBytes(6).toString('hex')}1`
    const company_code = `S${randomBytes(5).toString('hex').toUpperCase()}`
    const password_hash = await hashPassword(password)
    const made = { company_code, name: `${name} ${company_code}`, account: 'admin', password_hash, user_name }
    await database.system(tx => createCompany(tx, made))
    return { company_code, account: 'admin', password }
  } finally {
    await database.close()
  }
}
