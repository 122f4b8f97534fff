import { notify, shows } from '@qitao/access/server'
import { codeField, textField } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  handleInSteps,
  Moved,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expectLast, expectLockable, expectOpen, newPeriod, type PeriodFacts } from '../model/period.rules.ts'
import type { Wages } from '../model/wage.rules.ts'
import {
  addWagePeriod,
  answerWage,
  confirmWage,
  disputeWage,
  dropWagePeriod,
  exportWages,
  listMyWageLines,
  listMyWages,
  listWageLines,
  listWagePeriods,
  listWages,
  lockWagePeriod,
  mostWithoutRate,
  previewWages,
  recalculateWages,
  sendWages,
} from '../model/wage-sheet.calls.ts'
import { type WagePeriodRow, wageSheet } from '../model/wage-sheet.record.ts'
import { periodStatus, sheetStatus } from '../model/wages.status.ts'
import { compared, loadWages, lockSheets, lockWorths, saveWages, wagesMark, wagesOf } from './compute.ts'
import { periodsForUpdate, periodsOf, type StoredSheet, sheetsForUpdate } from './period.queries.ts'
import { linesPage, sheetsPage, totalOf } from './wage-sheet.queries.ts'

const sheets = { table: 'wage_sheet', statuses: sheetStatus } as const
type Action = keyof typeof sheetStatus.actions

const find = (periods: readonly PeriodFacts[], id: string): PeriodFacts =>
  periods.find(period => period.id === id) ?? refuse(generalErrors.recordNotFound)
async function held({ tx, org_id }: Context, id: string) {
  const periods = await periodsForUpdate(tx, org_id)
  return { periods, period: find(periods, id) }
}
/** What a period pays is read, computed while nothing is held, and saved if what decides it is as it was. */
async function readWages({ tx, org_id }: Context, id: string) {
  const periods = await periodsOf(tx, org_id)
  const period = find(periods, id)
  expectOpen(period)
  return { mark: await wagesMark(tx, org_id, period, periods), facts: await loadWages(tx, org_id, period, periods) }
}
async function expectStanding(
  { tx, org_id }: Context,
  { periods, period }: Awaited<ReturnType<typeof held>>,
  mark: string,
) {
  if ((await wagesMark(tx, org_id, period, periods)) !== mark) throw new Moved()
}
const expectNow = (action: Action, { status }: StoredSheet): void => {
  const detail = sheetStatus.whyNot(action, status)
  if (detail) refuse(generalErrors.statusNotAllowed, { detail })
}

/** One that is known by its id and version, with what the action says; the worker only has his own, once it was sent. */
async function move(
  action: Action,
  { id, row_version, ...said }: { id: string; row_version: number; objection?: string; answer?: string | null },
  { tx, org_id, member }: Context,
  own?: 'own',
) {
  const [found] = await sheetsForUpdate(tx, org_id, [id])
  const seen = found && own && (found.user_id !== member.user_id || found.status === sheetStatus.codes.open)
  const sheet = expectVersion(seen ? undefined : found, row_version)
  expectNow(action, sheet)
  await transition(tx, org_id, sheets, action, [id])
  await updateRows(tx, org_id, 'wage_sheet', [{ id, ...said }])
  return { affected: 1, sheet }
}
const tellWorkers = ({ tx, org_id, tell }: Context, user_ids: readonly string[], sign: string) =>
  notify({ tx, org_id, tell }, [...user_ids], {
    type: 'info',
    sign,
    text: text('工资已发出，请核对并确认', 'Your wages are there: look at them and confirm'),
    ...shows(pages.myWages),
  })
const ownSheets = (context: Context) =>
  sql`t.user_id = ${context.member.user_id} and t.status <> ${sheetStatus.codes.open}`

const list = handle(listWages, async (input, { tx, org_id }) => ({
  ...(await sheetsPage(tx, org_id, input)),
  total_wage: await totalOf(tx, org_id, input),
}))

export const wageSheetHandlers: Handler[] = [
  list,
  exportHandler(exportWages, list, {
    title: wageSheet.title,
    fields: {
      ...wageSheet.fields,
      user_account: codeField('账号', 'Account'),
      workgroup_names: textField('班组', 'Workgroup'),
    },
    columns: [
      ...[
        'period_no',
        'user_name',
        'workgroup_names',
        'quantity',
        'defective_quantity',
        'piece_wage',
        'work_seconds',
        'hour_wage',
      ],
      ...['supplement_wage', 'deduction_wage', 'correction_wage', 'total_wage', 'status'],
    ],
    instead: {},
  }),
  handle(listWageLines, (input, { tx, org_id }) => linesPage(tx, org_id, input)),
  handle(listMyWages, (input, context) => sheetsPage(context.tx, context.org_id, input, [ownSheets(context)])),
  handle(listMyWageLines, (input, context) => linesPage(context.tx, context.org_id, input, ownSheets(context))),

  handle(listWagePeriods, (input, { tx, org_id }) =>
    listRows<WagePeriodRow>(
      tx,
      {
        ...{ org_id, table: 'wage_period' },
        where: [contains(input.keyword, sql`t.no`)],
        columns: sql`t.*, coalesce(s.sheet_count, 0) as sheet_count, coalesce(s.total_wage, 0)::numeric(20,2) as total_wage`,
        joins: sql`left join lateral (select count(*) as sheet_count, sum(w.total_wage) as total_wage from wage_sheet w
          where w.org_id = t.org_id and w.period_id = t.id) s on true`,
        orders: { start_time: sql`t.start_time`, no: sql`t.no` },
        defaultOrder: '-start_time',
      },
      input,
    ),
  ),
  handle(addWagePeriod, async ({ no, ...wanted }, { tx, org_id }) => {
    const period = newPeriod(await periodsForUpdate(tx, org_id), wanted)
    const id = newId()
    await insertRows(tx, 'wage_period', [{ id, no, status: periodStatus.codes.open, ...period }])
    return { id, no }
  }),
  handle(dropWagePeriod, async ({ id, row_version }, context) => {
    const { tx, org_id } = context
    const { periods, period } = await held(context, id)
    expectLast(expectVersion(period, row_version), periods)
    await sql`delete from wage_line where org_id = ${org_id} and period_id = ${id}`.execute(tx)
    await sql`delete from wage_sheet where org_id = ${org_id} and period_id = ${id}`.execute(tx)
    await sql`delete from wage_period where org_id = ${org_id} and id = ${id}`.execute(tx)
    return { affected: 1 }
  }),

  handle(previewWages, async ({ period_id }, { tx, org_id }) => {
    const periods = await periodsOf(tx, org_id)
    const period = find(periods, period_id)
    expectOpen(period)
    const wages = await wagesOf(await loadWages(tx, org_id, period, periods))
    const { stored, changes } = await compared(tx, org_id, period_id, wages)
    const names = await namesOf(
      tx,
      org_id,
      changes.map(({ user_id }) => user_id),
    )
    const status = new Map(stored.map(sheet => [sheet.user_id, sheet.status]))
    return {
      total_wage: wages.total_wage,
      line_count: wages.lines.length,
      changes: changes.map(change => ({
        ...change,
        user_name: names.get(change.user_id) ?? '',
        status: status.get(change.user_id) ?? null,
      })),
      without_rate: await named(tx, org_id, wages.without_rate.slice(0, mostWithoutRate)),
      without_rate_rest: Math.max(0, wages.without_rate.length - mostWithoutRate),
      unapproved: await unapproved(tx, org_id, period),
    }
  }),
  handleInSteps(recalculateWages, {
    load: ({ period_id }, context) => readWages(context, period_id),
    decide: ({ facts }) => wagesOf(facts),
    async save({ period_id }, context, { mark }, wages) {
      const { tx, org_id, now } = context
      const worths = await lockWorths(tx, org_id, wages)
      const of = await held(context, period_id)
      expectOpen(of.period)
      await expectStanding(context, of, mark)
      await saveWages(tx, org_id, period_id, { wages, worths }, now)
      return { line_count: wages.lines.length, sheet_count: wages.sheets.length, total_wage: wages.total_wage }
    },
  }),
  handle(sendWages, async ({ ids }, context) => {
    const { tx, org_id, language } = context
    const found = new Map((await sheetsForUpdate(tx, org_id, ids)).map(sheet => [sheet.id, sheet]))
    const { passed, passed_ids, refused } = sortOut(ids, found, sheet => expectNow('send', sheet))
    await transition(tx, org_id, sheets, 'send', passed_ids)
    await tellWorkers(
      context,
      passed.map(({ user_id }) => user_id),
      `wages ${passed_ids[0] ?? ''}`,
    )
    return bulkAnswer(passed_ids, refused, language)
  }),
  handle(answerWage, async (given, context) => {
    const { affected, sheet } = await move('answer', given, context)
    await tellWorkers(context, [sheet.user_id], `wages ${sheet.id}`)
    return { affected }
  }),
  handle(confirmWage, async (given, context) => ({
    affected: (await move('confirm', given, context, 'own')).affected,
  })),
  handle(disputeWage, async (given, context) => ({
    // What was answered before was about another objection.
    affected: (await move('dispute', { ...given, answer: null }, context, 'own')).affected,
  })),

  handleInSteps(lockWagePeriod, {
    async load({ id, row_version }, context) {
      expectVersion(find(await periodsOf(context.tx, context.org_id), id), row_version)
      return readWages(context, id)
    },
    decide: ({ facts }) => wagesOf(facts),
    async save({ id, row_version }, context, { mark }, wages) {
      const of = await held(context, id)
      expectVersion(of.period, row_version)
      expectOpen(of.period)
      await expectStanding(context, of, mark)
      return lock(context, of, wages)
    },
  }),
]

async function lock({ tx, org_id, now }: Context, { periods, period }: Awaited<ReturnType<typeof held>>, wages: Wages) {
  await lockSheets(tx, org_id, period.id)
  const { stored, added, altered, gone } = await compared(tx, org_id, period.id, wages)
  expectLockable(period, { periods, sheets: stored, changed: added.length + altered.length + gone.length, now })
  await transition(
    tx,
    org_id,
    sheets,
    'lock',
    stored.map(sheet => sheet.id),
  )
  await transition(
    tx,
    org_id,
    { table: 'wage_period', statuses: periodStatus },
    'lock',
    [period.id],
    sql`locked_time = ${now}`,
  )
  return { sheet_count: stored.length, total_wage: wages.total_wage }
}

async function namesOf(tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await rows(
    tx,
    sql<{
      id: string
      name: string
    }>`select id, name from app_user where org_id = ${org_id} and id = any(${ids}::uuid[])`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}
type Missing = Wages['without_rate']
async function named(tx: Tx, org_id: string, missing: Missing) {
  const found = await rows(
    tx,
    sql<{
      process_id: string
      material_id: string | null
      process_name: string
      material_code: string | null
      material_name: string | null
    }>`
      select p.id as process_id, m.id as material_id, p.name as process_name, m.code as material_code, m.name as material_name
      from unnest(${missing.map(one => one.process_id)}::uuid[], ${missing.map(one => one.material_id)}::uuid[]) x (process_id, material_id)
        join process p on p.org_id = ${org_id} and p.id = x.process_id left join material m on m.org_id = ${org_id} and m.id = x.material_id`,
  )
  const names = new Map(found.map(one => [`${one.process_id} ${one.material_id}`, one]))
  return missing.map(one => ({ ...names.get(`${one.process_id} ${one.material_id}`)!, ...one }))
}
async function unapproved(tx: Tx, org_id: string, { start_time, end_time }: PeriodFacts): Promise<number> {
  const [found] = await rows(
    tx,
    sql<{
      count: number
    }>`select count(*) as count from report_record where org_id = ${org_id} and report_time >= ${start_time}
      and report_time < ${end_time} and approved_time is null and not revoked and not outside`,
  )
  return found!.count
}
