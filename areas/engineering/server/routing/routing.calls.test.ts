import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aDevice } from '@qitao/masterdata/testing/factories.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import { engineeringErrors } from '../../model/engineering.errors.ts'
import {
  addRouting,
  alterRouting,
  cancelRoutings,
  checkRouting,
  dropRoutings,
  listRoutings,
  makeRoutingDefault,
  releaseRoutings,
  showRouting,
} from '../../model/routing/routing.calls.ts'
import { aReleasedProduct, someMaterials, someProcesses } from '../../testing/factories.ts'
import { bomsInForce } from '../bom/boms-in-force.ts'

const app = await testApp()
const now = Math.floor(Date.now() / 1000)
const later = now + 30 * 86_400
const nowhere = '00000000-0000-7000-8000-000000000000'

async function prepared(company: TestCompany) {
  const [product] = await someMaterials(company, 1)
  const [cut, weld] = await someProcesses(company, 2)
  return { product: product!, cut: cut!, weld: weld! }
}
async function made(company: TestCompany) {
  const set = await prepared(company)
  const { id } = await company.admin.ok(addRouting, {
    code: 'R1',
    name: 'Frame',
    material_id: set.product.id,
    lines: [
      { sequence: 20, process_id: set.weld.id, wait_seconds: 600 },
      { sequence: 10, process_id: set.cut.id, overlap_quantity: '5' },
    ],
  })
  return { ...set, id }
}

contract(app, addRouting, {
  set: prepared,
  good: ({ cut, weld }) => ({
    code: 'R1',
    name: 'Frame',
    lines: [
      { sequence: 10, process_id: cut.id, overlap_quantity: 2.5 },
      { sequence: 20, process_id: weld.id },
    ],
  }),
  check: async ({ id }, { cut }, company) => {
    const { record, lines } = await company.admin.ok(showRouting, { id })
    expect(record).toMatchObject({
      code: 'R1',
      version: '1',
      status: 0,
      is_default: false,
      material_id: null,
      step_count: 2,
    })
    expect(lines[0]).toMatchObject({ sequence: 10, process_code: cut.code, overlap_quantity: '2.5', wait_seconds: 0 })
  },
  refused: ({ cut }) => {
    const lines = [{ sequence: 10, process_id: cut.id }]
    const routing = { code: 'R1', name: 'Frame', lines }
    return [
      ['no code', { ...routing, code: '' }, generalErrors.fieldRequired],
      ['no steps', { ...routing, lines: [] }, generalErrors.badParameter],
      ['a place twice', { ...routing, lines: [...lines, ...lines] }, engineeringErrors.sequenceRepeated],
      [
        'an unknown process',
        { ...routing, lines: [{ sequence: 10, process_id: nowhere }] },
        generalErrors.recordNotFound,
      ],
      ['an unknown product', { ...routing, material_id: nowhere }, generalErrors.recordNotFound],
      ['place 0', { ...routing, lines: [{ ...lines[0], sequence: 0 }] }, generalErrors.positiveIntegerRequired],
      [
        'half a second',
        { ...routing, lines: [{ ...lines[0], wait_seconds: 0.5 }] },
        generalErrors.positiveIntegerRequired,
      ],
      ['over before it begins', { ...routing, valid_from: later + 1, expiry_time: later }, generalErrors.badParameter],
      ['over already', { ...routing, expiry_time: 1 }, generalErrors.badParameter],
    ]
  },
  foreign: generalErrors.recordNotFound,
})
contract(app, alterRouting, {
  set: made,
  good: ({ id, weld }) => ({
    id,
    row_version: 0,
    code: 'R2',
    name: 'Frame',
    lines: [{ sequence: 5, process_id: weld.id }],
  }),
  check: async (_data, { id, weld }, company) => {
    const { record, lines } = await company.admin.ok(showRouting, { id })
    expect(record).toMatchObject({ code: 'R2', material_id: null })
    expect(lines).toMatchObject([{ sequence: 5, process_id: weld.id }])
    await company.admin.ok(alterRouting, { id, row_version: 1, code: 'R3', name: 'Frame' })
    expect((await company.admin.ok(showRouting, { id })).lines).toHaveLength(1)
  },
  refused: ({ id }) => [
    ['an old version', { id, row_version: 9, code: 'R1', name: 'x' }, generalErrors.versionConflict],
    ['unknown', { id: nowhere, row_version: 0, code: 'R1', name: 'x' }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, listRoutings, {
  set: made,
  good: ({ product, cut }) => ({
    material_id: product.id,
    process_id: cut.id,
    keyword: 'frame',
    statuses: [bomVersionStatus.codes.draft],
  }),
  check: ({ result, total }, { cut, weld }) => {
    expect(total).toBe(1)
    expect(result[0]!.processes.map(({ process_code }) => process_code)).toEqual([cut.code, weld.code])
  },
  refused: () => [['a page of 0', { page: 0 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, showRouting, {
  set: made,
  good: ({ id }) => ({ id }),
  check: ({ lines }) => expect(lines.map(({ sequence }) => sequence)).toEqual([10, 20]),
  refused: () => [['unknown', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropRoutings, {
  set: made,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_data, _set, company) => expect((await company.admin.ok(listRoutings, {})).total).toBe(0),
  refused: () => [['unknown', { ids: [nowhere] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, checkRouting, {
  set: async company => {
    const set = await made(company)
    await aDevice(company, { process_ids: [set.cut.id] })
    return set
  },
  good: ({ id }) => ({ id }),
  check: ({ problems }, { cut, weld }) =>
    expect(problems.map(({ process_code, problem }) => [process_code, problem])).toEqual([
      [cut.code, 'no_cycle_time'],
      [weld.code, 'no_equipment'],
      [weld.code, 'no_cycle_time'],
    ]),
  refused: () => [['unknown', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

const releasedOne = async (company: TestCompany) => {
  const set = await made(company)
  await company.admin.ok(releaseRoutings, { ids: [set.id] })
  return set
}
contract(app, releaseRoutings, {
  set: async company => ({ ...(await made(company)), old: (await aReleasedProduct(company)).routing_id }),
  good: ({ id }) => ({ ids: [id] }),
  check: async ({ done_ids }, { id }, company) => {
    expect(done_ids).toEqual([id])
    const { record } = await company.admin.ok(showRouting, { id })
    expect(record).toMatchObject({ status: 1, is_default: true, valid_from: null, expiry_time: null })
    const { row_version, code, name, material_id } = record
    const again = await company.admin.send(alterRouting, { id, row_version, code, name, material_id })
    expect(again.code).toBe(engineeringErrors.bomReleased.code)
  },
  refused: ({ old }) => [
    ['released already', { ids: [old] }, generalErrors.statusNotAllowed],
    ['unknown', { ids: [nowhere] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, cancelRoutings, {
  set: async company => ({ ...(await releasedOne(company)), draft: (await anotherVersion(company, '9')).id }),
  good: ({ id }) => ({ ids: [id] }),
  check: async (_data, { id }, company) =>
    expect((await company.admin.ok(showRouting, { id })).record).toMatchObject({ status: 2, is_default: false }),
  refused: ({ draft }) => [
    ['a draft', { ids: [draft] }, generalErrors.statusNotAllowed],
    ['unknown', { ids: [nowhere] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, makeRoutingDefault, {
  set: async company => {
    const first = await releasedOne(company)
    const second = await anotherVersion(company, '2')
    await company.admin.ok(releaseRoutings, { ids: [second.id] })
    const { cut } = first
    const lines = [{ sequence: 10, process_id: cut.id }]
    const open = await company.admin.ok(addRouting, { code: 'OPEN', name: 'Open', lines })
    await company.admin.ok(releaseRoutings, { ids: [open.id] })
    return { ...first, second: second.id, open: open.id }
  },
  good: ({ id }) => ({ id }),
  check: async (_data, { id, second }, company) => {
    const isDefault = async (of: string) => (await company.admin.ok(showRouting, { id: of })).record.is_default
    expect([await isDefault(id), await isDefault(second)]).toEqual([true, false])
  },
  refused: ({ open }) => [
    ['of any product', { id: open }, generalErrors.statusNotAllowed],
    ['unknown', { id: nowhere }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

/** Another version of the routing that `made` makes, of one step. */
async function anotherVersion(company: TestCompany, version: string, valid_from?: number) {
  const [listed] = (await company.admin.ok(listRoutings, { keyword: 'R1' })).result
  const { lines } = await company.admin.ok(showRouting, { id: listed!.id })
  return company.admin.ok(addRouting, {
    ...{ code: 'R1', name: 'Frame', version, material_id: listed!.material_id, valid_from },
    lines: [{ sequence: 10, process_id: lines[0]!.process_id }],
  })
}

test('on each day one version is valid: it ends where the next begins, and goes on where that is cancelled', async () => {
  const company = await app.company()
  const first = await releasedOne(company)
  const next = await anotherVersion(company, '2', later)
  await company.admin.ok(releaseRoutings, { ids: [next.id] })
  const days = async (id: string) => {
    const { valid_from, expiry_time, is_default } = (await company.admin.ok(showRouting, { id })).record
    return { valid_from, expiry_time, is_default }
  }
  expect(await days(first.id)).toEqual({ valid_from: null, expiry_time: later, is_default: true })
  expect(await days(next.id)).toEqual({ valid_from: later, expiry_time: null, is_default: true })
  const structure = async () =>
    (await company.as(tx => bomsInForce(tx, company.org_id, [first.product.id], now, { every_day: true }))).get(
      first.product.id,
    )!
  expect(await structure()).toMatchObject({
    routing: { id: first.id },
    later: [{ valid_from: later, routing: { id: next.id } }],
  })
  await company.admin.ok(cancelRoutings, { ids: [next.id] })
  expect(await days(first.id)).toEqual({ valid_from: null, expiry_time: null, is_default: true })
  const today = await anotherVersion(company, '3')
  await company.admin.ok(releaseRoutings, { ids: [today.id] })
  expect(await days(first.id)).toMatchObject({ is_default: false })
  expect((await structure()).routing!.id).toBe(today.id)
})

test('one that has ended is made the default: from today, and the one in force gives way', async () => {
  const company = await app.company()
  const first = await releasedOne(company)
  const next = await anotherVersion(company, '2')
  await company.admin.ok(releaseRoutings, { ids: [next.id] })
  const [begun, ended] = [now - 60 * 86_400, now - 30 * 86_400]
  await company.as(async tx => {
    await sql`update routing set valid_from = ${ended} where id = ${next.id}`.execute(tx)
    await sql`update routing set valid_from = ${begun}, expiry_time = ${ended}, is_default = true where id = ${first.id}`.execute(
      tx,
    )
  })
  await company.admin.ok(makeRoutingDefault, { id: first.id })
  const { record } = await company.admin.ok(showRouting, { id: first.id })
  expect(record).toMatchObject({ expiry_time: null, is_default: true })
  expect(record.valid_from).toBeGreaterThan(ended)
  expect((await company.admin.ok(showRouting, { id: next.id })).record.is_default).toBe(false)
})

test('code and version exist once', async () => {
  const company = await app.company()
  const { cut } = await made(company)
  const again = { code: 'R1', name: 'x', lines: [{ sequence: 1, process_id: cut.id }] }
  expect((await company.admin.send(addRouting, again)).code).toBe(generalErrors.duplicateCode.code)
  await company.admin.ok(addRouting, { ...again, version: '2' })
})
test('a routing that a manufacturing BoM or an MO was made with is not deleted', async () => {
  const company = await app.company()
  const { routing_id } = await aReleasedProduct(company)
  const other = await made(company)
  await company.as(tx =>
    sql`insert into mo (id, no, material_id, planned_quantity, delivery_date, routing_id)
      values (gen_random_uuid(), 'MO1', ${other.product.id}, 1, 1, ${other.id})`.execute(tx),
  )
  await company.admin.ok(cancelRoutings, { ids: [routing_id] })
  for (const id of [routing_id, other.id]) {
    expect((await company.admin.send(dropRoutings, { ids: [id] })).code).toBe(generalErrors.dataInUse.code)
  }
})
