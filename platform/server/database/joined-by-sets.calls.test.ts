import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anew, bySets, rows } from './database.ts'

const app = await testApp()
const nobody = '01900000-0000-7000-8000-000000000000'

/** The nodes of the plan of a join over a table that the statement makes and that is taken to be of one row. */
const planOf = (begin = sql``) =>
  sql<{
    'QUERY PLAN': string
  }>`${begin}explain (costs off) with made as materialized (select id from app_user where id = ${nobody})
    select from made a join made b on a.id = b.id`

test('what begins so is joined by hashing, and nothing that is asked beside it', async () => {
  const company = await app.company()
  const [before, joined, beside, after] = await company.as(async tx => {
    const text = async (begin?: typeof bySets) =>
      (await rows(tx, planOf(begin))).map(row => row['QUERY PLAN']).join('\n')
    return [...(await Promise.all([text(), text(bySets), text()])), await text()]
  })
  expect(joined).not.toContain('Nested Loop')
  expect([before, beside, after].map(plan => plan!.includes('Nested Loop'))).toEqual([true, true, true])
})
test('a fault in such a statement is told as it is', async () => {
  const company = await app.company()
  await expect(company.as(tx => sql`${bySets}select 1 / ${0}::integer`.execute(tx))).rejects.toThrow('division by zero')
})

test('what goes through the past is planned anew each time, where the rest is kept under a name', async () => {
  const company = await app.company()
  const kept = (begin = sql``) =>
    company.as(async tx => {
      for (let at = 0; at < 4; at += 1) await rows(tx, sql`${begin}select ${at}::integer as asked_often`)
      const known = sql<{
        statement: string
      }>`select statement from pg_prepared_statements where statement ~ 'asked_often$'`
      return (await rows(tx, known)).map(({ statement }) => statement)
    })
  for (const begin of [anew, bySets]) expect(await kept(begin)).toEqual([])
  expect(await kept()).toEqual(['select $1::integer as asked_often'])
})
