import { randomBytes, randomInt } from 'node:crypto'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Database, Tx } from '@qitao/platform/server/database/database.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { mainApp, operatorApp } from '../../model/company/app.ts'
import { hashPassword } from '../session/password.ts'

export interface NewCompany {
  company_code: string
  name: string
  account: string
  password_hash: string
  user_name: string
  phone?: string | null
  email?: string | null
  time_zone?: string
  industry?: string | null
  /** Application that the company is authorised for; the whole product when absent. */
  app_code?: string
  person_id?: string | null
}

/** Letters and digits that are not mistaken for each other. */
const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** Code of a company that chose none: C and eight letters. */
export const newCompanyCode = (): string =>
  `C${Array.from({ length: 8 }, () => codeLetters[randomInt(codeLetters.length)]).join('')}`

/** 5265 when another company has the name. */
export async function expectNameFree(tx: Tx, name: string, except?: string): Promise<void> {
  const same = await rows(
    tx,
    sql`select 1 from org where name = ${name} and id is distinct from ${except ?? null}::uuid`,
  )
  if (same.length > 0)
    refuse(accessErrors.companyExists, { field: 'company_name', field_title: text('公司名称', 'Company name') })
}

/** A company with its first administrator. */
export async function createCompany(tx: Tx, company: NewCompany): Promise<{ org_id: string; user_id: string }> {
  const org_id = newId()
  const user_id = newId()
  await sql`insert into org (id, company_code, name, industry, time_zone, made_by)
    values (${org_id}, ${company.company_code}, ${company.name}, ${company.industry ?? null}, ${company.time_zone ?? 'Asia/Shanghai'},
      ${company.person_id ?? null})`.execute(tx)
  await sql`insert into org_app (org_id, app_code) values (${org_id}, ${company.app_code ?? mainApp.app_code})`.execute(
    tx,
  )
  await sql`insert into app_user (org_id, id, account, name, phone, email, password_hash, is_admin, person_id)
    values (${org_id}, ${user_id}, ${company.account}, ${company.user_name}, ${company.phone ?? null}, ${company.email ?? null},
      ${company.password_hash}, true, ${company.person_id ?? null})`.execute(tx)
  return { org_id, user_id }
}

/** First start on an empty database: company DEMO, which runs the installation, with account admin. Returns the password when it was made here. */
export async function ensureDemoCompany(
  database: Database,
  wantedPassword: string | undefined,
): Promise<string | undefined> {
  const empty = await database.system(async tx => (await rows(tx, sql`select 1 from org limit 1`)).length === 0)
  if (!empty) return undefined
  const password = wantedPassword || randomBytes(9).toString('base64url')
  const password_hash = await hashPassword(password)
  const made = await database.system(async tx => {
    await sql`select pg_advisory_xact_lock(735100102)`.execute(tx)
    if ((await rows(tx, sql`select 1 from org limit 1`)).length > 0) return false
    const { org_id } = await createCompany(tx, {
      company_code: 'DEMO',
      name: 'DEMO',
      account: 'admin',
      password_hash,
      user_name: '管理员',
    })
    // Of a password that was printed somebody else may know.
    await sql`update app_user set first_password = ${!wantedPassword} where org_id = ${org_id}`.execute(tx)
    await sql`insert into org_app (org_id, app_code) values (${org_id}, ${operatorApp.app_code})`.execute(tx)
    return true
  })
  return made && !wantedPassword ? password : undefined
}
