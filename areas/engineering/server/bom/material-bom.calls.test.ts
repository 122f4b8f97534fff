import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { dayOf, startOfDay } from '@qitao/core/time.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  addMaterialBom,
  alterMaterialBom,
  approveSubstitute,
  cancelMaterialBoms,
  dropMaterialBoms,
  listMaterialBoms,
  makeMaterialBomDefault,
  proposeSubstitute,
  queryBomWhereUsed,
  queryMaterialBomTree,
  releaseMaterialBoms,
  showMaterialBom,
} from '../../model/bom/material-bom.calls.ts'
import { engineeringErrors } from '../../model/engineering.errors.ts'
import { someMaterials } from '../../testing/factories.ts'

const app = await testApp()
const nowhere = '00000000-0000-7000-8000-000000000000'
const yesterday = Math.floor(Date.now() / 1000) - 86_400

async function materialsOf(company: TestCompany) {
  const [product, part, other, substitute] = await someMaterials(company, 4)
  return { product: product!, part: part!, other: other!, substitute: substitute! }
}
async function draft(company: TestCompany, version = 'V1') {
  const materials = await materialsOf(company)
  const { product, part, substitute } = materials
  const lines = [
    {
      material_id: part.id,
      quantity: '2',
      substitutes: [{ material_id: substitute.id, ratio: '1.5' }],
      position: 'R1',
    },
  ]
  const { id } = await company.admin.ok(addMaterialBom, { material_id: product.id, version, lines })
  return { ...materials, id, lines }
}
async function released(company: TestCompany) {
  const made = await draft(company)
  await company.admin.ok(releaseMaterialBoms, { ids: [made.id] })
  return made
}
const statusOf = async (company: TestCompany, id: string) => {
  const { record } = await company.admin.ok(showMaterialBom, { id })
  return { status: record.status, is_default: record.is_default }
}
/** An MO that was made with the BoM. */
const anMo = (company: TestCompany, material_id: string, bom_id: string, status: number) =>
  company.as(tx =>
    sql`insert into mo (id, no, status, material_id, planned_quantity, delivery_date, material_bom_id)
      values (gen_random_uuid(), ${bom_id}, ${status}, ${material_id}, 1, 1, ${bom_id})`.execute(tx),
  )

contract(app, addMaterialBom, {
  set: materialsOf,
  good: ({ product, part, other, substitute }) => ({
    material_id: product.id,
    version: 'V1',
    base_quantity: '3',
    lines: [
      {
        material_id: part.id,
        quantity: '2',
        scrap_rate: '0.05',
        substitutes: [{ material_id: substitute.id, ratio: 1.5 }],
      },
      { material_id: other.id, quantity: 1, position: 'R1' },
    ],
  }),
  check: async ({ id }, { product, part, other, substitute }, company) => {
    const { record, lines } = await company.admin.ok(showMaterialBom, { id })
    expect(record).toMatchObject({
      code: product.code,
      version: 'V1',
      status: 0,
      is_default: false,
      base_quantity: '3',
    })
    expect(lines).toMatchObject([
      {
        material_id: part.id,
        quantity: '2',
        scrap_rate: '0.05',
        substitutes: [{ material_code: substitute.code, ratio: '1.5' }],
      },
      { material_id: other.id, quantity: '1', scrap_rate: '0', substitutes: [], position: 'R1' },
    ])
  },
  refused: ({ product, part, substitute }) => {
    const line = { material_id: part.id, quantity: '2' }
    const bom = { material_id: product.id, version: 'V1', lines: [line] }
    return [
      ['no version', { ...bom, version: '' }, generalErrors.fieldRequired],
      ['no product', { version: 'V1', lines: [line] }, generalErrors.fieldRequired],
      ['the product in itself', { ...bom, lines: [{ ...line, material_id: product.id }] }, engineeringErrors.bomCycle],
      [
        'the product as its own substitute',
        { ...bom, lines: [{ ...line, substitutes: [{ material_id: product.id, ratio: '1' }] }] },
        engineeringErrors.bomCycle,
      ],
      ['a component twice', { ...bom, lines: [line, line] }, generalErrors.badParameter],
      ['half a piece', { ...bom, lines: [{ ...line, quantity: '0.5' }] }, generalErrors.unitQuantityPrecision],
      ['half a base', { ...bom, base_quantity: '0.5' }, generalErrors.unitQuantityPrecision],
      ['nothing of a component', { ...bom, lines: [{ ...line, quantity: '0' }] }, generalErrors.badParameter],
      ['no number', { ...bom, lines: [{ ...line, quantity: 'x' }] }, generalErrors.numberRequired],
      ['more scrap than all', { ...bom, lines: [{ ...line, scrap_rate: '1.1' }] }, generalErrors.badParameter],
      ['expired', { ...bom, expiry_time: yesterday }, generalErrors.badParameter],
      ['a remark of 256', { ...bom, remark: 'x'.repeat(256) }, generalErrors.remarkTooLong],
      ['an unknown component', { ...bom, lines: [{ ...line, material_id: nowhere }] }, generalErrors.recordNotFound],
      [
        'an unknown substitute',
        { ...bom, lines: [{ ...line, substitutes: [{ material_id: nowhere, ratio: '1' }] }] },
        generalErrors.recordNotFound,
      ],
      [
        'a substitute twice',
        {
          ...bom,
          lines: [
            {
              ...line,
              substitutes: [
                { material_id: substitute.id, ratio: '1' },
                { material_id: substitute.id, ratio: '2' },
              ],
            },
          ],
        },
        generalErrors.badParameter,
      ],
      ['an unknown field', { ...bom, colour: 'red' }, generalErrors.badParameter],
    ]
  },
  foreign: generalErrors.recordNotFound,
})

contract(app, alterMaterialBom, {
  set: draft,
  good: ({ id, product, other }) => ({
    id,
    row_version: 0,
    material_id: product.id,
    version: 'V9',
    lines: [{ material_id: other.id, quantity: '4' }],
  }),
  check: async (_data, { id, other }, company) => {
    const { record, lines } = await company.admin.ok(showMaterialBom, { id })
    expect(record.version).toBe('V9')
    expect(lines).toMatchObject([{ material_id: other.id, quantity: '4' }])
    await company.admin.ok(alterMaterialBom, { id, row_version: 1, material_id: record.material_id, version: 'V10' })
    expect((await company.admin.ok(showMaterialBom, { id })).lines).toHaveLength(1)
  },
  refused: ({ id, product, lines }) => [
    [
      'an old version',
      { id, row_version: 7, material_id: product.id, version: 'V1', lines },
      generalErrors.versionConflict,
    ],
    [
      'unknown',
      { id: nowhere, row_version: 0, material_id: product.id, version: 'V1', lines },
      generalErrors.recordNotFound,
    ],
    [
      'a cycle',
      {
        id,
        row_version: 0,
        material_id: product.id,
        version: 'V1',
        lines: [{ material_id: product.id, quantity: '1' }],
      },
      engineeringErrors.bomCycle,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, listMaterialBoms, {
  set: released,
  good: ({ product }) => ({ keyword: product.code, statuses: [1 as const], order_by: '-material_code' }),
  check: ({ result, total }, { id }) => {
    expect(total).toBe(1)
    expect(result[0]).toMatchObject({ id, line_count: 1, substitute_count: 1, is_default: true, status: 1 })
  },
  refused: () => [
    ['an unknown status', { status: 7 }, generalErrors.badParameter],
    ['an unknown order', { order_by: 'nothing' }, generalErrors.badParameter],
  ],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})

contract(app, showMaterialBom, {
  set: draft,
  good: ({ id }) => ({ id }),
  check: ({ record, lines }, { product, part, substitute }) => {
    expect(record).toMatchObject({ material_code: product.code, line_count: 1 })
    expect(lines[0]).toMatchObject({ material_code: part.code, substitutes: [{ material_code: substitute.code }] })
  },
  refused: () => [['unknown', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, releaseMaterialBoms, {
  set: draft,
  good: ({ id }) => ({ ids: [id] }),
  check: async ({ done_ids }, { id }, company) => {
    expect(done_ids).toEqual([id])
    expect(await statusOf(company, id)).toEqual({ status: 1, is_default: true })
  },
  refused: () => [
    ['unknown', { ids: [nowhere] }, generalErrors.recordNotFound],
    ['none', { ids: [] }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, cancelMaterialBoms, {
  set: released,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_data, { id }, company) =>
    expect(await statusOf(company, id)).toEqual({ status: 2, is_default: false }),
  refused: () => [['unknown', { ids: [nowhere] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, dropMaterialBoms, {
  set: draft,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_data, { id }, company) =>
    expect((await company.admin.send(showMaterialBom, { id })).code).toBe(generalErrors.recordNotFound.code),
  refused: () => [['unknown', { ids: [nowhere] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, makeMaterialBomDefault, {
  set: async company => {
    const first = await released(company)
    const second = await company.admin.ok(addMaterialBom, {
      material_id: first.product.id,
      version: 'V2',
      lines: first.lines,
    })
    await company.admin.ok(releaseMaterialBoms, { ids: [second.id] })
    expect(await statusOf(company, first.id)).toEqual({ status: 1, is_default: false })
    return { ...first, second: second.id }
  },
  good: ({ id }) => ({ id }),
  check: async (_data, { id, second }, company) => {
    expect(await statusOf(company, id)).toEqual({ status: 1, is_default: true })
    expect(await statusOf(company, second)).toEqual({ status: 1, is_default: false })
  },
  refused: () => [['unknown', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

const substitutesOf = async (company: TestCompany, id: string) =>
  (await company.admin.ok(showMaterialBom, { id })).lines[0]!.substitutes.map(one => [
    ...[one.material_id, one.approved, one.approved_by_name !== null, one.reason],
  ])
const proposalOf = ({ id, part, other }: Awaited<ReturnType<typeof released>>) => ({
  ...{ bom_id: id, component_id: part.id, material_id: other.id, ratio: '2' },
})
contract(app, proposeSubstitute, {
  set: async company => ({ ...(await released(company)), unreleased: (await draft(company, 'V9')).id }),
  good: of => ({ ...proposalOf(of), valid_from: null, reason: 'shortage' }),
  check: async (_data, { id, other, substitute }, company) =>
    expect(await substitutesOf(company, id)).toEqual([
      [substitute.id, true, false, null],
      [other.id, false, false, 'shortage'],
    ]),
  refused: of => [
    ['of a draft', { ...proposalOf(of), bom_id: of.unreleased }, generalErrors.statusNotAllowed],
    ['there already', { ...proposalOf(of), material_id: of.substitute.id }, generalErrors.badParameter],
    ['the component itself', { ...proposalOf(of), material_id: of.part.id }, generalErrors.badParameter],
    ['the product', { ...proposalOf(of), material_id: of.product.id }, engineeringErrors.bomCycle],
    ['over already', { ...proposalOf(of), expiry_time: yesterday }, generalErrors.badParameter],
    ['no such component', { ...proposalOf(of), component_id: of.product.id }, generalErrors.recordNotFound],
    ['no such material', { ...proposalOf(of), material_id: nowhere }, generalErrors.recordNotFound],
    ['no such version', { ...proposalOf(of), bom_id: nowhere }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, approveSubstitute, {
  set: async company => {
    const made = await released(company)
    await company.admin.ok(proposeSubstitute, proposalOf(made))
    return made
  },
  good: ({ id, part, other }) => ({ bom_id: id, component_id: part.id, material_id: other.id, approved: true }),
  check: async (_data, { id, part, other, substitute }, company) => {
    expect((await substitutesOf(company, id))[1]).toEqual([other.id, true, true, null])
    const off = { bom_id: id, component_id: part.id, material_id: substitute.id, approved: false }
    await company.admin.ok(approveSubstitute, off)
    expect((await substitutesOf(company, id))[0]).toEqual([substitute.id, false, false, null])
  },
  refused: ({ id, part, other, substitute }) => {
    const one = { bom_id: id, component_id: part.id, material_id: other.id, approved: true }
    return [
      ['approved already', { ...one, material_id: substitute.id }, generalErrors.statusNotAllowed],
      ['not approved', { ...one, approved: false }, generalErrors.statusNotAllowed],
      ['no substitute', { ...one, material_id: part.id }, generalErrors.recordNotFound],
      ['no such version', { ...one, bom_id: nowhere }, generalErrors.recordNotFound],
    ]
  },
  foreign: generalErrors.recordNotFound,
})

contract(app, queryBomWhereUsed, {
  set: draft,
  good: ({ substitute }) => ({ material_id: substitute.id }),
  check: async ({ result }, { id, product, part }, company) => {
    expect(result).toMatchObject([{ bom_id: id, product: product.code, quantity: '3', as_substitute: true }])
    const direct = await company.admin.ok(queryBomWhereUsed, { material_id: part.id })
    expect(direct.result).toMatchObject([{ bom_id: id, quantity: '2', as_substitute: false, status: 0 }])
  },
  refused: () => [['no material', {}, generalErrors.fieldRequired]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})

contract(app, queryMaterialBomTree, {
  set: async company => {
    const made = await released(company)
    const [screw] = await someMaterials(company, 1, { precision: 3 })
    const lines = [{ material_id: screw!.id, quantity: '0.5', scrap_rate: '0.1' }]
    const below = await company.admin.ok(addMaterialBom, {
      material_id: made.part.id,
      version: 'V1',
      base_quantity: '4',
      lines,
    })
    await company.admin.ok(releaseMaterialBoms, { ids: [below.id] })
    return { ...made, screw: screw!, below: below.id }
  },
  good: ({ id }) => ({ id }),
  check: ({ result, cut }, { part, screw, below }) => {
    expect(cut).toBe(false)
    expect(result).toMatchObject([
      { key: '1', level: 1, material_code: part.code, total_quantity: '2', bom_id: below, substitute_count: 1 },
      { key: '1.1', level: 2, material_code: screw.code, quantity: '0.5', total_quantity: '0.275', bom_id: null },
    ])
  },
  refused: () => [['unknown', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('a version exists once for a product', async () => {
  const company = await app.company()
  const { product, lines } = await draft(company)
  const again = await company.admin.send(addMaterialBom, { material_id: product.id, version: 'V1', lines })
  expect(again).toMatchObject({ code: engineeringErrors.versionDuplicate.code, data: { field: 'version' } })
})

test('a released version is neither altered nor deleted; a cancelled one is deleted, not altered', async () => {
  const company = await app.company()
  const { admin } = company
  const { id, product, lines } = await released(company)
  const alter = { id, row_version: 1, material_id: product.id, version: 'V1', lines }
  expect((await admin.send(alterMaterialBom, alter)).code).toBe(engineeringErrors.bomReleased.code)
  expect((await admin.send(dropMaterialBoms, { ids: [id] })).code).toBe(engineeringErrors.bomReleased.code)
  expect((await admin.send(releaseMaterialBoms, { ids: [id] })).code).toBe(generalErrors.statusNotAllowed.code)
  await admin.ok(cancelMaterialBoms, { ids: [id] })
  expect((await admin.send(alterMaterialBom, { ...alter, row_version: 2 })).code).toBe(
    generalErrors.statusNotAllowed.code,
  )
  expect((await admin.send(makeMaterialBomDefault, { id })).code).toBe(generalErrors.statusNotAllowed.code)
  await admin.ok(dropMaterialBoms, { ids: [id] })
})

test('an open MO keeps its BoM from being cancelled, any MO from being deleted', async () => {
  const company = await app.company()
  const open = await released(company)
  await anMo(company, open.product.id, open.id, 30)
  expect((await company.admin.send(cancelMaterialBoms, { ids: [open.id] })).code).toBe(generalErrors.dataInUse.code)
  const done = await released(company)
  await anMo(company, done.product.id, done.id, 40)
  await company.admin.ok(cancelMaterialBoms, { ids: [done.id] })
  expect((await company.admin.send(dropMaterialBoms, { ids: [done.id] })).code).toBe(generalErrors.dataInUse.code)
})

describe('a version among others whose days are past', () => {
  const day = 86_400
  const midnight = startOfDay(dayOf(yesterday + day, 'Asia/Shanghai'), 'Asia/Shanghai')
  const setDays = (company: TestCompany, id: string, from: number, expiry: number | null, is_default: boolean) =>
    company.as(tx =>
      sql`update material_bom set valid_from = ${from}, expiry_time = ${expiry}, is_default = ${is_default} where id = ${id}`.execute(
        tx,
      ),
    )
  const daysOf = async (company: TestCompany, id: string) => {
    const { valid_from, expiry_time, is_default } = (await company.admin.ok(showMaterialBom, { id })).record
    return { valid_from, expiry_time, is_default }
  }
  /** V1 and V2 are released, V2 is in force. */
  async function twoReleased(company: TestCompany) {
    const first = await released(company)
    const { product, lines } = first
    const second = await company.admin.ok(addMaterialBom, { material_id: product.id, version: 'V2', lines })
    await company.admin.ok(releaseMaterialBoms, { ids: [second.id] })
    await setDays(company, second.id, midnight - 30 * day, null, true)
    return { ...first, second: second.id }
  }
  test('one that has ended is made the default: from today, and the one in force gives way', async () => {
    const company = await app.company()
    const { id, second } = await twoReleased(company)
    await setDays(company, id, midnight - 60 * day, midnight - 30 * day, true)
    expect(await daysOf(company, id)).toMatchObject({ is_default: false })
    const { result } = await company.admin.ok(listMaterialBoms, { is_default: true })
    expect(result.map(row => row.id)).toEqual([second])
    await company.admin.ok(makeMaterialBomDefault, { id })
    expect(await daysOf(company, id)).toEqual({ valid_from: midnight, expiry_time: null, is_default: true })
    expect(await daysOf(company, second)).toMatchObject({ is_default: false })
  })
  test('one that was replaced, and whose end has passed since', async () => {
    const company = await app.company()
    const { id } = await twoReleased(company)
    await setDays(company, id, midnight - 60 * day, midnight - 10 * day, false)
    await company.admin.ok(makeMaterialBomDefault, { id })
    expect(await daysOf(company, id)).toEqual({ valid_from: midnight, expiry_time: null, is_default: true })
  })
  test('a draft whose first day is past begins on the day of its release', async () => {
    const company = await app.company()
    const { second, product, lines } = await twoReleased(company)
    const days = { valid_from: midnight - 90 * day, expiry_time: midnight + 90 * day }
    const draft_of = { material_id: product.id, version: 'V3', lines, ...days }
    const { id } = await company.admin.ok(addMaterialBom, draft_of)
    await company.admin.ok(releaseMaterialBoms, { ids: [id] })
    expect(await daysOf(company, id)).toEqual({ ...days, valid_from: midnight, is_default: true })
    expect(await daysOf(company, second)).toMatchObject({ is_default: false })
  })
})

test('release needs components and a day to come', async () => {
  const company = await app.company()
  const { id, product } = await draft(company)
  const empty = await company.admin.ok(addMaterialBom, { material_id: product.id, version: 'V2', lines: [] })
  expect((await company.admin.send(releaseMaterialBoms, { ids: [empty.id] })).code).toBe(
    generalErrors.fieldRequired.code,
  )
  await company.as(tx => sql`update material_bom set expiry_time = ${yesterday} where id = ${id}`.execute(tx))
  expect((await company.admin.send(releaseMaterialBoms, { ids: [id] })).code).toBe(generalErrors.badParameter.code)
})

test('a way round through released BoMs is refused with its path, on saving and on release', async () => {
  const company = await app.company()
  const { admin } = company
  const [a, b, c] = (await someMaterials(company, 3)) as [never, never, never] as { id: string; code: string }[]
  const bom = (product: { id: string }, part: { id: string }) =>
    admin.ok(addMaterialBom, {
      material_id: product.id,
      version: 'V1',
      lines: [{ material_id: part.id, quantity: '1' }],
    })
  const drafts = [await bom(a!, b!), await bom(b!, c!), await bom(c!, a!)].map(({ id }) => id)
  const released = await admin.send(releaseMaterialBoms, { ids: drafts })
  expect(released.code).toBe(generalErrors.partlyDone.code)
  expect(released.data!.done_ids).toEqual(drafts.slice(0, 2))
  const path = [c!, a!, b!, c!].map(({ code }) => code).join(' → ')
  expect(released.data!.failed).toMatchObject([{ id: drafts[2], code: engineeringErrors.bomCycle.code }])
  expect(released.data!.failed[0]!.message).toContain(path)
  const saved = await admin.send(
    addMaterialBom,
    { material_id: c!.id, version: 'V2', lines: [{ material_id: a!.id, quantity: '1' }] },
    { language: 'en' },
  )
  expect(saved.code).toBe(engineeringErrors.bomCycle.code)
  expect(saved.message).toContain(path)
})

test('two releases at a time cannot close a way round together', async () => {
  const company = await app.company()
  const { admin } = company
  const pairs = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const [a, b] = await someMaterials(company, 2)
      const bom = (product: { id: string }, part: { id: string }) =>
        admin.ok(addMaterialBom, {
          material_id: product.id,
          version: 'V1',
          lines: [{ material_id: part.id, quantity: '1' }],
        })
      return [await bom(a!, b!), await bom(b!, a!)]
    }),
  )
  for (const [one, other] of pairs) {
    const codes = await Promise.all(
      [one!, other!].map(async ({ id }) => (await admin.send(releaseMaterialBoms, { ids: [id] })).code),
    )
    expect(codes.toSorted()).toEqual([200, engineeringErrors.bomCycle.code])
  }
})
