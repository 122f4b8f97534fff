import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rows } from '../database/database.ts'
import { transition, transitions } from './transition.ts'

const app = await testApp()
const members = { table: 'app_user', statuses: enabledStatus } as const
const { enabled, disabled } = enabledStatus.codes
const nobody = '01900000-0000-7000-8000-000000000000'

const scene = async () => {
  const company = await app.company()
  const now = () =>
    company.as(tx =>
      rows(
        tx,
        sql<{ id: string; status: number; name: string; row_version: number }>`select id, status, name, row_version
          from app_user where org_id = ${company.org_id} order by id`,
      ),
    )
  const [member] = await now()
  return { company, member: member!, now }
}

test('an action moves the state, and what is written with it', async () => {
  const { company, member, now } = await scene()
  await company.as(tx =>
    transition(tx, company.org_id, members, 'disable', [member.id], sql`name = t.name || ${' (away)'}`),
  )
  const [after] = await now()
  expect(after).toMatchObject({ status: disabled, name: `${member.name} (away)`, row_version: member.row_version + 1 })
})

test('each goes its own way, with its own figures, in one statement', async () => {
  const { company, member, now } = await scene()
  const move = { id: member.id, action: 'disable' as const, name: 'Wu' }
  await company.as(tx =>
    transitions(tx, company.org_id, members, [move], { set: sql`name = r.name`, columns: sql`name text` }),
  )
  expect((await now())[0]).toMatchObject({ status: disabled, name: 'Wu' })
})

test('from another state nothing moves, and the refusal says which states would do', async () => {
  const { company, member, now } = await scene()
  const wrong = company.as(tx => transition(tx, company.org_id, members, 'enable', [member.id]))
  await expect(wrong).rejects.toMatchObject({
    definition: generalErrors.statusNotAllowed,
    data: { detail: enabledStatus.whyNot('enable', enabled) },
  })
  expect((await now())[0]).toMatchObject({ status: enabled, row_version: member.row_version })
})

test('one that is not there, or of another company, is refused', async () => {
  const { company, member } = await scene()
  const other = await app.company()
  for (const id of [nobody, member.id]) {
    const missing = other.as(tx => transition(tx, other.org_id, members, 'disable', [id]))
    await expect(missing).rejects.toMatchObject({ definition: generalErrors.recordNotFound })
  }
  expect(company.org_id).not.toBe(other.org_id)
})
