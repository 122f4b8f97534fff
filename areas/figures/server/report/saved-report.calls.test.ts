import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reportErrors } from '../../model/report/report.errors.ts'
import { sharing } from '../../model/report/report.status.ts'
import {
  addSavedReport,
  alterSavedReport,
  dropSavedReports,
  listReaderRoles,
  listSavedReports,
  mostSavedReports,
} from '../../model/report/saved-report.calls.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'
const definition = { report_type: 'orders' as const, by: ['customer' as const], period: 'last_month' as const }
const given = (more: object = {}) => ({
  name: 'Orders by customer',
  sharing: sharing.codes.private,
  role_ids: [],
  definition,
  ...more,
})
const saved = async (company: TestCompany) => {
  const { id } = await company.admin.ok(addSavedReport, given())
  return { company, id }
}
const roleOf = async (company: TestCompany, user_id: string) => {
  const { rows } = await company.as(tx =>
    sql<{ role_id: string }>`select role_id from user_role where user_id = ${user_id}`.execute(tx),
  )
  return rows[0]!.role_id
}

contract(app, listSavedReports, {
  set: saved,
  good: () => ({ mine: true }),
  check: ({ result }, { id }) =>
    expect(result).toMatchObject([
      { id, name: 'Orders by customer', owner_name: 'Admin', is_mine: true, is_mailed: false, definition },
    ]),
  refused: () => [['another order', { order_by: 'luck' }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, addSavedReport, {
  set: async company => company,
  good: () => given({ definition: { figures: ['order_value', 'gross_margin'], by: ['customer'], across: 'period' } }),
  check: async ({ id }, company) =>
    expect((await company.admin.ok(listSavedReports, {})).result).toMatchObject([
      { id, definition: { figures: ['order_value', 'gross_margin'], across: 'period', chart: 'line', by_time: true } },
    ]),
  refused: () => [
    ['no name', given({ name: ' ' }), generalErrors.fieldRequired],
    ['no figures', given({ definition: {} }), generalErrors.fieldRequired],
    [
      'figures that do not go together',
      given({ definition: { figures: ['stock_value', 'order_value'] } }),
      reportErrors.mixedTime,
    ],
    [
      'split by what it cannot',
      given({ definition: { report_type: 'orders', by: ['device'] } }),
      reportErrors.nothingInCommon,
    ],
    ['for roles, and none', given({ sharing: sharing.codes.roles }), reportErrors.noRoles],
    [
      'a role that there is not',
      given({ sharing: sharing.codes.roles, role_ids: [absent] }),
      reportErrors.goneReference,
    ],
  ],
  foreign: ({ code }) => expect(code).toBe(200),
})
contract(app, alterSavedReport, {
  set: saved,
  good: ({ id }) => ({ ...given({ name: 'Orders', sharing: sharing.codes.company }), id, row_version: 0 }),
  check: async (_, { id }, company) =>
    expect((await company.admin.ok(listSavedReports, {})).result).toMatchObject([
      { id, name: 'Orders', sharing: sharing.codes.company, row_version: 1 },
    ]),
  refused: ({ id }) => [
    ['another version', { ...given(), id, row_version: 7 }, generalErrors.versionConflict],
    ['one that there is not', { ...given(), id: absent, row_version: 0 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropSavedReports, {
  set: saved,
  good: ({ id }) => ({ ids: [id] }),
  check: async ({ done_ids }, { id }, company) => {
    expect(done_ids).toEqual([id])
    expect((await company.admin.ok(listSavedReports, {})).total).toBe(0)
  },
  refused: () => [['one that there is not', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, listReaderRoles, {
  set: async company => roleOf(company, (await company.member([pages.salesOrders])).user_id),
  good: () => ({}),
  refused: () => [['what it does not know', { page: 1 }, generalErrors.badParameter]],
  check: ({ result }, role_id) => expect(result).toContainEqual({ id: role_id, name: role_id, member_count: 1 }),
  foreign: ({ data }, role_id) => expect(data?.result.map(({ id }) => id)).not.toContain(role_id),
})

test('who is let read it reads it, and changes nothing; who could see none of its figures does not hear of it', async () => {
  const company = await app.company()
  const seller = await company.member([pages.operationReport, pages.salesOrders])
  const other = await company.member([pages.operationReport, pages.salesOrders])
  const buyer = await company.member([pages.operationReport, pages.purchase])
  const { id } = await company.admin.ok(addSavedReport, given())
  const seenBy = async (member: typeof seller) => (await member.ok(listSavedReports, {})).result.map(row => row.id)
  expect([await seenBy(seller), await seenBy(other), await seenBy(buyer)]).toEqual([[], [], []])
  const role_ids = [await roleOf(company, seller.user_id), await roleOf(company, buyer.user_id)]
  await company.admin.ok(alterSavedReport, {
    ...given({ sharing: sharing.codes.roles, role_ids }),
    ...{ id, row_version: 0 },
  })
  expect([await seenBy(seller), await seenBy(other), await seenBy(buyer)]).toEqual([[id], [], []])
  // To which roles it is shared is for who shares it.
  expect((await seller.ok(listSavedReports, {})).result).toMatchObject([{ role_ids: [], is_mine: false }])
  await company.admin.ok(alterSavedReport, { ...given({ sharing: sharing.codes.company }), id, row_version: 1 })
  expect([await seenBy(seller), await seenBy(other), await seenBy(buyer)]).toEqual([[id], [id], []])
  const tried = [
    await seller.send(alterSavedReport, { ...given(), id, row_version: 2 }),
    await seller.send(dropSavedReports, { ids: [id] }),
  ]
  expect(tried.map(({ code }) => code)).toEqual([reportErrors.ownersOnly.code, reportErrors.ownersOnly.code])
  // Nobody shares what the own rights do not show.
  const more = await buyer.send(addSavedReport, given())
  expect(more.code).toBe(generalErrors.noPermission.code)
})

test('each has one report of a name, and so many', async () => {
  const company = await app.company()
  const seller = await company.member([pages.operationReport, pages.salesOrders])
  await seller.ok(addSavedReport, given())
  await company.admin.ok(addSavedReport, given())
  expect((await seller.send(addSavedReport, given())).code).toBe(reportErrors.nameTaken.code)
  const both = await Promise.all([1, 2].map(() => seller.send(addSavedReport, given({ name: 'At once' }))))
  expect(both.map(({ code }) => code).sort()).toEqual([200, reportErrors.nameTaken.code])
  await company.as(tx =>
    sql`insert into saved_report (id, owner_id, name, definition, page_paths)
      select gen_random_uuid(), ${seller.user_id}, 'R' || i, '{}', '{}' from generate_series(3, ${mostSavedReports}) i`.execute(
      tx,
    ),
  )
  expect((await seller.send(addSavedReport, given({ name: 'One more' }))).code).toBe(reportErrors.tooMany.code)
})
