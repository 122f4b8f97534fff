import {
  approveApproval,
  queryApprovalDetail,
  queryApprovalList,
  rejectApproval,
  setApprovalFlow,
} from '@qitao/access/model/approval/approval.calls.ts'
import { approvalMode, approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { rowsIn } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { qualityErrors } from '../../model/quality.errors.ts'
import { itemCalls, methodCalls } from '../../model/scheme/method.calls.ts'
import { schemeCalls } from '../../model/scheme/scheme.calls.ts'
import { sampling, schemeStatus } from '../../model/scheme/scheme.status.ts'
import { aHeldLot, aMethod, aScheme, items } from '../../testing/quality.factory.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'
const { draft, released, off } = schemeStatus.codes

contract(app, methodCalls.add, {
  set: aMethod,
  good: () => ({ code: 'NEW', name: 'New', lines: [...items] }),
  check: async ({ id }, _, company) => {
    const { record, lines } = await company.admin.ok(methodCalls.detail, { id })
    expect(record).toMatchObject({ code: 'NEW', item_count: 2, scheme_count: 0 })
    expect(lines.map(({ name, lower_limit, required }) => [name, lower_limit, required])).toEqual([
      ['Length', '9.9', true],
      ['Look', null, false],
    ])
  },
  refused: () => [
    ['no code', { name: 'x', lines: items }, generalErrors.fieldRequired],
    ['no items (R-266)', { code: 'x', name: 'x', lines: [] }, qualityErrors.noItems],
    ['an item twice (R-263)', { code: 'x', name: 'x', lines: [items[0], items[0]] }, qualityErrors.itemExists],
    [
      'limits that nothing can meet',
      { code: 'x', name: 'x', lines: [{ ...items[0], upper_limit: '9' }] },
      generalErrors.badParameter,
    ],
  ],
  foreign: answer => expect(answer.code).toBe(200),
})
test('the code of a method exists once', async () => {
  const company = await app.company()
  const { id } = await aMethod(company)
  const { record } = await company.admin.ok(methodCalls.detail, { id })
  const again = await company.admin.send(methodCalls.add, { code: record.code, name: 'x', lines: [...items] })
  expect(again.code).toBe(qualityErrors.schemeExists.code)
})

contract(app, methodCalls.list, {
  set: aMethod,
  good: () => ({}),
  check: ({ result }) => expect(result).toHaveLength(1),
  refused: () => [['a page that is none', { page: 0 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [] }),
})
contract(app, methodCalls.detail, {
  set: aMethod,
  good: ({ id }) => ({ id }),
  refused: () => [['not there', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, methodCalls.alter, {
  set: async company => ({ ...(await aMethod(company)), planned: await aScheme(company) }),
  good: ({ id, item_ids }) => ({
    ...{ id, row_version: 0, code: 'M', name: 'Altered' },
    lines: [{ id: item_ids[1], ...items[1] }, { name: '重量' }],
  }),
  check: async (_, { id, item_ids }, company) => {
    const { record, lines } = await company.admin.ok(methodCalls.detail, { id })
    expect(record).toMatchObject({ name: 'Altered' })
    expect(lines.map(line => line.name)).toEqual(['Look', '重量'])
    expect(lines[0]!.id).toBe(item_ids[1])
  },
  refused: ({ id, planned }) => [
    ['an old version', { id, row_version: 9, code: 'M', name: 'x', lines: items }, generalErrors.versionConflict],
    [
      'a released plan goes by it (R-264)',
      { id: planned.method_id, row_version: 0, code: 'M', name: 'x', lines: items },
      qualityErrors.itemInUse,
    ],
    ['no items', { id, row_version: 0, code: 'M', name: 'x', lines: [] }, qualityErrors.noItems],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, methodCalls.drop, {
  set: async company => ({ ...(await aMethod(company)), planned: await aScheme(company, { release: false }) }),
  good: ({ id }) => ({ ids: [id] }),
  check: async (_, { id }, company) => {
    expect((await company.admin.send(methodCalls.detail, { id })).code).toBe(generalErrors.recordNotFound.code)
  },
  refused: ({ planned }) => [['a plan goes by it', { ids: [planned.method_id] }, qualityErrors.itemInUse]],
  foreign: generalErrors.recordNotFound,
})

const plan = (method_id: string, more: object = {}) => ({
  ...{ code: 'P', name: 'Plan', qc_type: 1 as const, method_id },
  ...more,
})
contract(app, schemeCalls.add, {
  set: aMethod,
  good: ({ id }) => plan(id),
  check: async ({ id }, _, company) => {
    const { record } = await company.admin.ok(schemeCalls.detail, { id })
    expect(record).toMatchObject({
      code: 'P',
      version: 1,
      status: draft,
      sampling: sampling.codes.all,
      release_hours: 24,
    })
  },
  refused: ({ id }) => [
    ['no method', { ...plan(id), method_id: null }, generalErrors.fieldRequired],
    ['a method that is not there', plan(absent), generalErrors.recordNotFound],
    ['a number without a number', plan(id, { sampling: sampling.codes.fixed }), generalErrors.fieldRequired],
    ['an AQL that is none', plan(id, { aql: '0.5' }), generalErrors.badParameter],
    ['an unknown kind', plan(id, { qc_type: 9 }), generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})
test('the code of a plan exists once (R-261)', async () => {
  const company = await app.company()
  const { code, method_id } = await aScheme(company)
  expect((await company.admin.send(schemeCalls.add, plan(method_id, { code }))).code).toBe(
    qualityErrors.schemeExists.code,
  )
})
contract(app, schemeCalls.alter, {
  set: async company => ({ draft: await aScheme(company, { release: false }), released: await aScheme(company) }),
  good: ({ draft: { id, method_id } }) => ({ id, row_version: 0, ...plan(method_id, { name: 'Altered' }) }),
  check: async (_, set, company) => {
    const { record } = await company.admin.ok(schemeCalls.detail, { id: set.draft.id })
    expect(record.name).toBe('Altered')
  },
  refused: set => [
    [
      'an old version',
      { id: set.draft.id, row_version: 9, ...plan(set.draft.method_id) },
      generalErrors.versionConflict,
    ],
    [
      'it is released (R-262)',
      { id: set.released.id, row_version: 1, ...plan(set.released.method_id) },
      qualityErrors.schemeInUse,
    ],
    ['not there', { id: absent, row_version: 0, ...plan(set.draft.method_id) }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, schemeCalls.list, {
  set: aScheme,
  good: ({ method_id }) => ({ statuses: [released], qc_type: 1 as const, method_id, keyword: 'QP' }),
  check: ({ result }, { id }) => expect(result.map(one => one.id)).toEqual([id]),
  refused: () => [['an unknown status', { statuses: [9] }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [] }),
})
contract(app, schemeCalls.export, {
  set: aScheme,
  good: () => ({ columns: ['code', 'status', 'sampling'] }),
  check: async data => expect((await rowsIn(data)).length).toBe(2),
  refused: () => [['an unknown status', { statuses: [9] }, generalErrors.badParameter]],
  foreign: async answer => expect((await rowsIn(answer.data!)).length).toBe(1),
})
contract(app, schemeCalls.detail, {
  set: aScheme,
  good: ({ id }) => ({ id }),
  refused: () => [['not there', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, schemeCalls.drop, {
  set: async company => ({ draft: await aScheme(company, { release: false }), used: await aHeldLot(company) }),
  good: set => ({ ids: [set.draft.id] }),
  refused: set => [['it is released', { ids: [set.used.scheme_id] }, qualityErrors.schemeInUse]],
  foreign: generalErrors.recordNotFound,
})
test('a plan that tasks go by is kept when it is off (R-262)', async () => {
  const company = await app.company()
  const { scheme_id } = await aHeldLot(company)
  await company.admin.ok(schemeCalls.stop, { ids: [scheme_id] })
  expect((await company.admin.send(schemeCalls.drop, { ids: [scheme_id] })).code).toBe(qualityErrors.schemeInUse.code)
})
contract(app, schemeCalls.release, {
  set: async company => ({
    draft: await aScheme(company, { release: false }),
    other: await aScheme(company, { qc_type: 3 }),
  }),
  good: set => ({ ids: [set.draft.id] }),
  check: async (_, set, company) => {
    const { record } = await company.admin.ok(schemeCalls.detail, { id: set.draft.id })
    expect(record).toMatchObject({ status: released, released_time: expect.any(Number) })
  },
  refused: set => [['it is released already', { ids: [set.other.id] }, qualityErrors.schemeInUse]],
  foreign: generalErrors.recordNotFound,
})
contract(app, schemeCalls.stop, {
  set: async company => ({ on: await aScheme(company), draft: await aScheme(company, { release: false }) }),
  good: set => ({ ids: [set.on.id] }),
  refused: set => [['it is a draft', { ids: [set.draft.id] }, qualityErrors.schemeInUse]],
  foreign: generalErrors.recordNotFound,
})
contract(app, schemeCalls.renew, {
  set: aScheme,
  good: ({ id }) => ({ id }),
  check: ({ version }) => expect(version).toBe(2),
  refused: () => [['not there', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
test('a new version takes the place of the old one; of one scope one plan is in force', async () => {
  const company = await app.company()
  const { id } = await aScheme(company)
  const next = await company.admin.ok(schemeCalls.renew, { id })
  await company.admin.ok(schemeCalls.release, { ids: [next.id] })
  const statusOf = async (one: string) => (await company.admin.ok(schemeCalls.detail, { id: one })).record.status
  expect([await statusOf(id), await statusOf(next.id)]).toEqual([off, released])
  const rival = await aScheme(company, { release: false })
  expect((await company.admin.send(schemeCalls.release, { ids: [rival.id] })).code).toBe(
    qualityErrors.schemeExists.code,
  )
})

const goods = async (company: TestCompany) => {
  const material_id = await company.as(tx => aMaterial(tx))
  const wide = await aScheme(company)
  const narrow = await aScheme(company, {
    ...{ material_id, sampling: sampling.codes.aql, inspection_level: 'II', aql: '1' },
  })
  return { material_id, wide, narrow }
}
contract(app, schemeCalls.match, {
  set: goods,
  good: ({ material_id }) => ({ qc_type: 1 as const, material_id, quantity: '1000' }),
  check: (found, { wide, narrow }) => {
    expect(found.schemes.map(({ id }) => id)).toEqual([narrow.id, wide.id])
    expect(found.sampling).toMatchObject({ code_letter: 'J', sample_size: 80, accept_number: 2, severity: 'normal' })
  },
  refused: ({ material_id }) => [
    ['no quantity', { qc_type: 1, material_id }, generalErrors.fieldRequired],
    ['nothing', { qc_type: 1, material_id, quantity: '0' }, generalErrors.badParameter],
  ],
  foreign: answer => expect(answer.data).toEqual({ schemes: [], qc_required: false, sampling: null }),
})
test('a material that asks for an inspection is inspected as a whole where no plan stands for it', async () => {
  const company = await app.company()
  const material_id = await company.as(tx => aMaterial(tx))
  const ask = () => company.admin.ok(schemeCalls.match, { qc_type: 1, material_id, quantity: '7' })
  expect(await ask()).toMatchObject({ schemes: [], sampling: null })
  await company.as(tx => sql`update material set qc_required = true where id = ${material_id}`.execute(tx))
  expect(await ask()).toMatchObject({ qc_required: true, sampling: { sample_size: 7, accept_number: 0 } })
})

const nameOfItem = (name: string, more: object = {}) => ({ ...items[1], name, ...more })
/** A method of its own, and one that a released plan goes by. */
const methods = async (company: TestCompany) => ({ ...(await aMethod(company)), planned: await aScheme(company) })
contract(app, itemCalls.list, {
  set: aMethod,
  good: () => ({ keyword: 'Len' }),
  check: ({ result }, { id }) =>
    expect(result.map(({ name, method_id, lower_limit }) => [name, method_id, lower_limit])).toEqual([
      ['Length', id, '9.9'],
    ]),
  refused: () => [['a page that is none', { page: 0 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [] }),
})
contract(app, itemCalls.detail, {
  set: aMethod,
  good: ({ item_ids }) => ({ id: item_ids[0] }),
  refused: () => [['not there', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, itemCalls.add, {
  set: methods,
  good: ({ id }) => ({ method_id: id, ...nameOfItem('Weight') }),
  check: async (_, { id }, company) => {
    const { lines } = await company.admin.ok(methodCalls.detail, { id })
    expect(lines.map(({ name, line_no }) => [name, line_no])).toEqual([
      ['Length', 1],
      ['Look', 2],
      ['Weight', 3],
    ])
  },
  refused: ({ id, planned }) => [
    ['it is there already (R-263)', { method_id: id, ...nameOfItem('Look') }, qualityErrors.itemExists],
    ['a released plan goes by it', { method_id: planned.method_id, ...nameOfItem('x') }, qualityErrors.itemInUse],
    ['no such method', { method_id: absent, ...nameOfItem('x') }, generalErrors.recordNotFound],
    ['one choice', { method_id: id, ...nameOfItem('x', { kind: 3, choices: 'a' }) }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, itemCalls.alter, {
  set: async company => ({ ...(await methods(company)), other: await aMethod(company) }),
  good: ({ item_ids, other }) => ({ id: item_ids[0], row_version: 0, method_id: other.id, ...nameOfItem('Weight') }),
  check: async (_, { id, item_ids, other }, company) => {
    const names = async (method_id: string) => (await company.admin.ok(methodCalls.detail, { id: method_id })).lines
    expect((await names(id)).map(line => line.name)).toEqual(['Look'])
    expect((await names(other.id)).map(line => [line.name, line.line_no])).toEqual([
      ['Length', 1],
      ['Look', 2],
      ['Weight', 3],
    ])
    const { record } = await company.admin.ok(itemCalls.detail, { id: item_ids[1] })
    const last = { id: item_ids[1], row_version: record.row_version, method_id: other.id, ...nameOfItem('Colour') }
    expect((await company.admin.send(itemCalls.alter, last)).code).toBe(qualityErrors.noItems.code)
  },
  refused: ({ id, item_ids, planned }) => [
    ['an old version', { id: item_ids[0], row_version: 9, method_id: id, ...items[0] }, generalErrors.versionConflict],
    [
      'as another one',
      { id: item_ids[0], row_version: 0, method_id: id, ...nameOfItem('Look') },
      qualityErrors.itemExists,
    ],
    [
      'a released plan goes by it',
      { id: planned.item_ids[0], row_version: 0, method_id: planned.method_id, ...items[0] },
      qualityErrors.itemInUse,
    ],
    ['not there', { id: absent, row_version: 0, method_id: id, ...items[0] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, itemCalls.drop, {
  set: methods,
  good: ({ item_ids }) => ({ ids: [item_ids[0]] }),
  check: async (_, { item_ids }, company) => {
    expect((await company.admin.send(itemCalls.detail, { id: item_ids[0] })).code).toBe(
      generalErrors.recordNotFound.code,
    )
    const last = await company.admin.send(itemCalls.drop, { ids: [item_ids[1]] })
    expect(last.code).toBe(qualityErrors.noItems.code)
  },
  refused: ({ planned }) => [
    ['a released plan goes by it', { ids: [planned.item_ids[0]] }, qualityErrors.itemInUse],
    ['not there', { ids: [absent] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('a plan waits for its approval where a flow fits, stays as it is meanwhile, and comes into force with it', async () => {
  const company = await app.company()
  const clerk = await company.member([pages.taskCentre, pages.qcSchemes])
  await company.admin.ok(setApprovalFlow, {
    ...{ module_code: 'QC', mode: approvalMode.codes.single, approver_ids: [clerk.user_id], enabled: 1 },
  })
  const before = await aScheme(company, { release: false })
  const one = async (id: string) => (await company.admin.ok(schemeCalls.detail, { id })).record
  const answer = await company.admin.ok(schemeCalls.release, { ids: [before.id] })
  expect(answer.waits_for).toHaveLength(1)
  expect(await one(before.id)).toMatchObject({ status: draft, approval_status: approvalStatus.codes.pending })
  expect((await one(before.id)).waits_for).toEqual(answer.waits_for)
  for (const call of [schemeCalls.release, schemeCalls.drop]) {
    const refused = await company.admin.send(call, { ids: [before.id] })
    expect([refused.code, refused.message]).toEqual([
      qualityErrors.schemeInUse.code,
      expect.stringContaining('审批中，等待'),
    ])
  }
  const decide = async (approve: boolean) => {
    const { result } = await clerk.ok(queryApprovalList, { scope: 'todo' })
    const { document } = await clerk.ok(queryApprovalDetail, { id: result[0]!.id })
    expect([document.record.code, document.lines.map(({ name }) => name)]).toEqual([before.code, ['Length', 'Look']])
    if (approve) await clerk.ok(approveApproval, { id: result[0]!.id })
    else await clerk.ok(rejectApproval, { id: result[0]!.id, comment: 'no' })
  }
  await decide(false)
  expect(await one(before.id)).toMatchObject({ status: draft, approval_status: approvalStatus.codes.rejected })
  await company.admin.ok(schemeCalls.release, { ids: [before.id] })
  await decide(true)
  expect(await one(before.id)).toMatchObject({ status: released, approval_status: approvalStatus.codes.approved })
  // The version before is in force until the new one is approved.
  const next = await company.admin.ok(schemeCalls.renew, { id: before.id })
  expect((await one(next.id)).approval_status).toBeNull()
  await company.admin.ok(schemeCalls.release, { ids: [next.id] })
  expect((await one(before.id)).status).toBe(released)
  await decide(true)
  expect([(await one(before.id)).status, (await one(next.id)).status]).toEqual([off, released])
})

test('another item is another version of its method: who has it open as it was does not write over it', async () => {
  const company = await app.company()
  const { id, item_ids } = await aMethod(company)
  const method = () => company.admin.ok(methodCalls.detail, { id })
  const before = (await method()).record
  await company.admin.ok(itemCalls.add, { method_id: id, name: 'Weight' })
  const lines = item_ids.map((item_id, index) => ({ id: item_id, ...items[index]! }))
  const old = { id, code: before.code, name: before.name, row_version: before.row_version, lines }
  expect((await company.admin.send(methodCalls.alter, old)).code).toBe(generalErrors.versionConflict.code)
  expect((await method()).lines.map(({ name }) => name)).toEqual(['Length', 'Look', 'Weight'])
  const versions = [(await method()).record.row_version]
  const [weight] = (await method()).lines.slice(-1)
  await company.admin.ok(itemCalls.alter, { id: weight!.id, row_version: 0, method_id: id, name: 'Mass' })
  versions.push((await method()).record.row_version)
  await company.admin.ok(itemCalls.drop, { ids: [weight!.id] })
  versions.push((await method()).record.row_version)
  expect(versions).toEqual([1, 2, 3].map(more => before.row_version + more))
})
test('of two who renew a plan at once each gets a version of his own; of several versions the newest is released', async () => {
  const company = await app.company()
  const first = await aScheme(company)
  const made = await Promise.all([1, 2].map(() => company.admin.ok(schemeCalls.renew, { id: first.id })))
  expect(made.map(({ version }) => version).sort()).toEqual([2, 3])
  const ids = made.toSorted((a, b) => a.version - b.version).map(({ id }) => id)
  await company.admin.send(schemeCalls.release, { ids })
  const status = async (id: string) => (await company.admin.ok(schemeCalls.detail, { id })).record.status
  expect(await Promise.all([first.id, ...ids].map(status))).toEqual([off, draft, released])
})
test('whoever waits for one version of a plan holds no other', async () => {
  const company = await app.company()
  const clerk = await company.member([pages.taskCentre, pages.qcSchemes])
  await company.admin.ok(setApprovalFlow, {
    ...{ module_code: 'QC', mode: approvalMode.codes.single, approver_ids: [clerk.user_id], enabled: 0 },
  })
  const first = await aScheme(company)
  await company.admin.ok(setApprovalFlow, {
    ...{ module_code: 'QC', mode: approvalMode.codes.single, approver_ids: [clerk.user_id], enabled: 1 },
  })
  const next = await company.admin.ok(schemeCalls.renew, { id: first.id })
  await company.admin.ok(schemeCalls.release, { ids: [next.id] })
  const { result } = await clerk.ok(queryApprovalList, { scope: 'todo' })
  let approved: Promise<unknown> | undefined
  await company.as(async tx => {
    await sql`select from qc_scheme where id = ${first.id} for update`.execute(tx)
    approved = clerk.ok(approveApproval, { id: result[0]!.id })
    // What was seen of others once in a transaction stays seen, unless it is forgotten.
    const waits = async () => {
      await sql`select pg_stat_clear_snapshot()`.execute(tx)
      return sql<{ n: number }>`select count(*)::int as n from pg_stat_activity a
        where pg_backend_pid() = any(pg_blocking_pids(a.pid))`.execute(tx)
    }
    await expect.poll(async () => (await waits()).rows[0]!.n, { timeout: 10_000 }).toBeGreaterThan(0)
    // As whoever turns both off: the older first, then the newer.
    await sql`select from qc_scheme where id = ${next.id} for update nowait`.execute(tx)
  })
  await approved
  const status = async (id: string) => (await company.admin.ok(schemeCalls.detail, { id })).record.status
  expect([await status(first.id), await status(next.id)]).toEqual([off, released])
})
