import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { engineeringErrors } from '@qitao/engineering/model/engineering.errors.ts'
import { NettingState } from '@qitao/planning/netting/netting-state.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { resultOf } from '../../model/plan/material-result.ts'
import { snapshotOf } from '../../model/plan/material-snapshot.ts'
import { messagesFrom } from '../../model/plan/plan-messages.rules.ts'
import {
  type BooksToChange,
  booksToChange,
  changesOnce,
  repeatableChanges,
  setting,
} from '../../testing/book-changes.ts'
import { aMo } from '../../testing/factories.ts'
import { knownBooks } from './known-books.ts'
import { loadBooks, planSettings } from './load-books.ts'
import { inThread, planAndSave } from './plan-and-save.ts'
import { savePlanMessages } from './plan-messages.ts'
import { saveMaterialPlan } from './save-material-plan.ts'

const app = await testApp()
/** One hour for all: a plan of the next one reads all. */
const now = Math.floor(Date.now() / 1000)

const planned = (company: TestCompany, mo_ids: readonly string[], at = now) =>
  planAndSave(
    {
      ...{ job_id: newId(), org_id: company.org_id, user_id: company.admin.user_id, now: () => at },
      transaction: work => company.as(work),
      lastTransaction: work => company.as(work),
      progress: async () => {},
      ...{
        cancelled: () => false,
        send: async () => undefined,
        signal: new AbortController().signal,
        tell: async () => {},
      },
    },
    { mo_ids },
  )

/** What a plan of all books says, read anew. */
const wholePlan = ({ org_id, as }: TestCompany, mo_ids: readonly string[], at: number) =>
  as(async tx => {
    const books = await loadBooks(tx, { org_id, mo_ids, now: at, settings: await planSettings(tx, org_id) })
    const state = new NettingState(snapshotOf(books))
    return { books, result: resultOf(books, state, [...state.orders.row.keys()]), messages: messagesFrom(books, state) }
  })

/**
 * Plans what has changed; that is what a plan of all says, so that to store that changes nothing. Tells whether some of the
 * books were read or all of them.
 */
async function follows(
  company: TestCompany,
  one: BooksToChange,
  name: string,
  asked: readonly string[] = [],
  at = now,
): Promise<'some' | 'all'> {
  const { books, result, messages } = await wholePlan(company, asked, at)
  const outcome = await planned(company, asked, at)
  await company.as(async tx => {
    const clocks = { held: books.held, now: at, clock: books.now }
    expect({ name, ...(await saveMaterialPlan(tx, company.org_id, result, clocks)) }).toEqual({
      ...{ name, gone: [], altered: [], added: [], components: [], orders: [] },
    })
    expect({ name, ...(await savePlanMessages(tx, company.org_id, messages)) }).toEqual({
      ...{ name, gone: [], altered: [], added: [] },
    })
  })
  return outcome.result.orders.some(({ id }) => id === one.far.id) ? 'all' : 'some'
}

const idsOf = (made: unknown): string[] => (Array.isArray(made) ? (made as string[]) : [])

test('whoever changes what: a plan of what has changed is the plan of all', async () => {
  const company = await app.company()
  const one = await booksToChange(company)
  expect(await follows(company, one, 'first', one.all)).toBe('all')
  for (const [name, change, read] of [...repeatableChanges.map(row => [...row, 'some'] as const), ...changesOnce]) {
    const asked = idsOf(await change(one, company, app))
    expect({ name, read: await follows(company, one, name, asked) }).toEqual({ name, read })
  }
  expect(await follows(company, one, 'the next hour', [], now + hourSeconds)).toBe('all')
}, 120_000)

test('and so it is in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.nat(repeatableChanges.length - 1), { minLength: 1, maxLength: 3 }), {
        minLength: 4,
        maxLength: 8,
      }),
      fc.boolean(),
      async (steps, guarantees) => {
        const company = await app.company()
        const one = await booksToChange(company)
        if (guarantees) await setting('material_plan_performance_guarantee', '1')(one, company, app)
        await follows(company, one, 'first', one.all)
        for (const together of steps) {
          const asked: string[] = []
          for (const index of together) asked.push(...idsOf(await repeatableChanges[index]![1](one, company, app)))
          await follows(company, one, together.map(index => repeatableChanges[index]![0]).join(', '), asked)
        }
      },
    ),
    { numRuns: 6 },
  )
}, 120_000)

test('an order is checked that was not: what was wanted for it is read again', async () => {
  const company = await app.company()
  const one = await booksToChange(company)
  const known = () => company.as(tx => knownBooks(tx, { org_id: company.org_id, mo_ids: [one.unchecked], now }))
  await planned(company, one.all)
  expect((await known()).known).toMatchObject({
    change: { mo_ids: [one.unchecked], material_ids: expect.arrayContaining([one.part, one.child.material_id]) },
  })
  // Who has read and not stored has kept nothing.
  expect((await known()).known).toHaveProperty('books')
})

describe('transactions side by side', () => {
  const more = (tx: Tx, one: BooksToChange) =>
    sql`update inventory set quantity = quantity + 1 where material_id = ${one.raw}`.execute(tx)

  test('a change is seen when it is made for good, however long ago it was written', async () => {
    const company = await app.company()
    const one = await booksToChange(company)
    await follows(company, one, 'first', one.all)
    await company.as(async tx => {
      await sql`update purchase_order_line set eta = eta + 60 where id = ${one.late_line}`.execute(tx)
      // Others go on meanwhile, and their transactions are younger.
      await company.as(other => sql`update mo set priority = 7 where id = ${one.second}`.execute(other))
      expect(await follows(company, one, 'meanwhile')).toBe('some')
    })
    expect(await follows(company, one, 'made for good')).toBe('some')
  })

  test('of another company nothing is read or kept', async () => {
    const [company, stranger] = [await app.company(), await app.company()]
    const [one, theirs] = [await booksToChange(company), await booksToChange(stranger)]
    await follows(company, one, 'ours', one.all)
    await follows(stranger, theirs, 'theirs', theirs.all)
    await stranger.as(tx => more(tx, theirs))
    expect((await planned(company, [])).result.orders).toEqual([])
    expect(await follows(stranger, theirs, 'theirs again')).toBe('some')
  })

  test('after notes were cleared away, and after very many of them, all is read', async () => {
    const company = await app.company()
    const one = await booksToChange(company)
    await follows(company, one, 'first', one.all)
    await company.as(tx => more(tx, one))
    await company.as(tx => sql`update input_change set at = 0`.execute(tx))
    // While a transaction goes on anywhere in the cluster, what came after it stays.
    const left = async () => {
      await company.as(tx => sql`select clear_input_changes(${company.org_id}, 'material_plan')`.execute(tx))
      const noted = "select distinct what from input_change where org_id = $1 and reader = 'material_plan'"
      return (await app.database.pool.query(noted, [company.org_id])).rows
    }
    await expect.poll(left, { timeout: 50_000, interval: 200 }).toEqual([{ what: 'cleared' }])
    expect(await follows(company, one, 'cleared')).toBe('all')
    expect(await follows(company, one, 'nothing')).toBe('some')
    await company.as(tx =>
      sql`select note_input_change(${company.org_id}, 'material_plan', 'order', array(select gen_random_uuid() from generate_series(1, 1001)))`.execute(
        tx,
      ),
    )
    expect(await follows(company, one, 'very many')).toBe('all')
  }, 60_000)
})

test('a plan of more proposals than are to be made is refused with what to do', async () => {
  const company = await app.company()
  const mo = await aMo(company)
  const depth = 20
  const levels = Array.from({ length: depth }, (_, level) => level)
  const read = await company.as(async tx =>
    loadBooks(tx, { org_id: company.org_id, mo_ids: [mo.id], now, settings: await planSettings(tx, company.org_id) }),
  )
  const material = read.materials.find(({ id }) => id === mo.component_ids[0])!
  const made = (code: string, supply_lead_time: number) => ({
    ...{ ...material, kind: 1, has_bom: true, lead_steps: null, id: code, code, supply_lead_time },
  })
  const lines = (level: number) =>
    ['a', 'b'].map(of => ({ material_id: `${of}${level}`, quantity: '1', scrap_rate: '0' }))
  const bom = (material_id: string, level: number) => ({ material_id, base_quantity: '1', lines: lines(level) })
  const books = {
    ...read,
    orders: read.orders.map(order => ({ ...order, delivery_date: now + 2 ** (depth + 1) * 86_400 })),
    materials: [
      ...read.materials.map(one => (one === material ? { ...one, kind: 1, has_bom: true } : one)),
      ...levels.flatMap(level => [made(`a${level}`, 2 ** level), made(`b${level}`, 0)]),
    ],
    boms: [
      bom(material.id, 0),
      ...levels.slice(1).flatMap(level => ['a', 'b'].map(of => bom(`${of}${level - 1}`, level))),
    ],
  }
  const plan = inThread(company.org_id, new AbortController().signal, match =>
    match({ known: { books }, state: 1, unsaved: [], mo_ids: [mo.id] }),
  )
  await expect(plan).rejects.toMatchObject({
    definition: manufacturingErrors.tooManyProposals,
    data: { most: 500_000, material_code: expect.stringMatching(/^[ab]1[6-9]$/) },
  })
  const round = { ...books, boms: [...books.boms, { ...bom('a0', 1), lines: [lines(0)[0]!] }] }
  const again = inThread(company.org_id, new AbortController().signal, match =>
    match({ known: { books: round }, state: 2, unsaved: [], mo_ids: [mo.id] }),
  )
  await expect(again).rejects.toMatchObject({ definition: engineeringErrors.bomCycle, data: { path: 'a0 → a0' } })
})
