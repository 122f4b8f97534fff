import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aDevice } from '@qitao/masterdata/testing/factories.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  addRouting,
  alterRouting,
  checkRouting,
  dropRoutings,
  listRoutings,
  showRouting,
} from '../../model/routing/routing.calls.ts'
import { aReleasedProduct, someMaterials, someProcesses } from '../../testing/factories.ts'

const app = await testApp()
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
    expect(record).toMatchObject({ code: 'R1', version: '1', status: 1, material_id: null, step_count: 2 })
    expect(lines[0]).toMatchObject({ sequence: 10, process_code: cut.code, overlap_quantity: '2.5', wait_seconds: 0 })
  },
  refused: ({ cut }) => {
    const lines = [{ sequence: 10, process_id: cut.id }]
    const routing = { code: 'R1', name: 'Frame', lines }
    return [
      ['no code', { ...routing, code: '' }, generalErrors.fieldRequired],
      ['no steps', { ...routing, lines: [] }, generalErrors.badParameter],
      ['a place twice', { ...routing, lines: [...lines, ...lines] }, generalErrors.badParameter],
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
      ['an unknown status', { ...routing, status: 5 }, generalErrors.badParameter],
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
  good: ({ product, cut }) => ({ material_id: product.id, process_id: cut.id, keyword: 'frame', statuses: [1] }),
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
  for (const id of [routing_id, other.id]) {
    expect((await company.admin.send(dropRoutings, { ids: [id] })).code).toBe(generalErrors.dataInUse.code)
  }
})
