import { commonUpload, queryAttachmentList } from '@qitao/access/model/record/attachment.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { rowsIn } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countCalls } from '../../model/count/count.calls.ts'
import { countHistoryCalls } from '../../model/count/count-history.calls.ts'

const app = await testApp()
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const fileOf = (name: string) => new FileGiven(name, png, '')

/** Three bins of a warehouse: ten bolts in one of zone A, six in one of zone B, and an empty one without a zone. */
const set = (company: TestCompany) =>
  company.as(async tx => {
    const warehouse_id = await aWarehouse(tx)
    const [a, b, loose] = [
      await aLocation(tx, { warehouse_id }),
      await aLocation(tx, { warehouse_id }),
      await aLocation(tx, { warehouse_id }),
    ]
    await sql`update location set area = case when id = ${a} then 'A' else 'B' end where org_id = ${company.org_id} and id in (${a}, ${b})`.execute(
      tx,
    )
    const material_id = await aMaterial(tx, { precision: 0 })
    await putIn(tx, { material_id, location_id: a, quantity: '10' })
    await putIn(tx, { material_id, location_id: b, quantity: '6' })
    return { warehouse_id, a, b, loose, material_id }
  })
type Set = Awaited<ReturnType<typeof set>>
/** A count that is over: of zone A, nine of ten are found. */
async function counted(company: TestCompany) {
  const of = await set(company)
  const { id, no } = await company.admin.ok(countCalls.add, {
    warehouse_id: of.warehouse_id,
    areas: ['A'],
    blind: false,
  })
  await company.admin.ok(countCalls.start, { id })
  const { result } = await company.admin.ok(countCalls.lines, { count_id: id })
  const line_id = result[0]!.id
  const { attachment } = await company.admin.ok(commonUpload, {
    file: fileOf('bin.png'),
    module: 'count_line',
  })
  const entries = [{ line_id, counted_quantity: '9' }]
  await company.admin.ok(countCalls.enter, { id, entries, attachment_ids: [attachment.id] })
  await company.admin.ok(countCalls.confirm, { id })
  return { ...of, count_id: id, no, line_id, lines: result }
}
const bin = async (company: TestCompany, { warehouse_id }: Set) => {
  const { result } = await company.admin.ok(countHistoryCalls.bins, { warehouse_id })
  return new Map(result.map(row => [row.id, row]))
}

contract(app, countCalls.zones, {
  set,
  good: ({ warehouse_id }) => ({ warehouse_id }),
  check: ({ result }) =>
    expect(result).toEqual([
      { area: 'A', bin_count: 1 },
      { area: 'B', bin_count: 1 },
    ]),
  refused: () => [['no warehouse', { warehouse_id: 'x' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toEqual({ result: [] }),
})
test('a count is of its zones and the bins that are named; a zone that the warehouse does not have is refused', async () => {
  const company = await app.company()
  const of = await set(company)
  const binsOf = async (more: object) => {
    const { id } = await company.admin.ok(countCalls.add, { warehouse_id: of.warehouse_id, blind: false, ...more })
    await company.admin.ok(countCalls.start, { id })
    const { result } = await company.admin.ok(countCalls.lines, { count_id: id })
    await company.admin.ok(countCalls.cancel, { ids: [id] })
    return result.map(({ location_id }) => location_id)
  }
  expect(await binsOf({ areas: ['B'] })).toEqual([of.b])
  expect(await binsOf({ areas: ['B'], location_ids: [of.a] })).toHaveLength(2)
  expect(await binsOf({})).toHaveLength(2)
  const wrong = { warehouse_id: of.warehouse_id, areas: ['A', 'Z'] }
  expect(await company.admin.send(countCalls.add, wrong)).toMatchObject({ code: generalErrors.badParameter.code })
  // Who counts one zone sees its lines.
  const { id } = await company.admin.ok(countCalls.add, { warehouse_id: of.warehouse_id })
  await company.admin.ok(countCalls.start, { id })
  const { result } = await company.admin.ok(countCalls.lines, { count_id: id, areas: ['A'] })
  expect(result.map(({ area, location_id }) => [area, location_id])).toEqual([['A', of.a]])
})

contract(app, countHistoryCalls.bins, {
  set: counted,
  good: ({ warehouse_id }) => ({ warehouse_id }),
  check: ({ result }, { a, b, loose, no }) => {
    const row = new Map(result.map(one => [one.id, one]))
    expect(row.get(a)).toMatchObject({
      ...{ area: 'A', count_no: no, line_count: 1, different_count: 1, last_different: 1, accuracy: '0' },
      counted_time: expect.any(Number),
    })
    for (const id of [b, loose])
      expect(row.get(id)).toMatchObject({ counted_time: null, line_count: 0, accuracy: null })
  },
  refused: () => [['no warehouse', { warehouse_id: 'x' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
test('a bin in which nothing was and nothing was found was counted too; what was never counted is found', async () => {
  const company = await app.company()
  const of = await counted(company)
  const { id, no } = await company.admin.ok(countCalls.add, {
    ...{ warehouse_id: of.warehouse_id, blind: false },
    location_ids: [of.a, of.loose],
  })
  await company.admin.ok(countCalls.start, { id })
  const { result: lines } = await company.admin.ok(countCalls.lines, { count_id: id })
  await company.admin.ok(countCalls.enter, {
    id,
    entries: lines.map(line => ({ line_id: line.id, counted_quantity: '9' })),
  })
  await company.admin.ok(countCalls.confirm, { id })
  const row = await bin(company, of)
  expect(row.get(of.a)).toMatchObject({ count_no: no, line_count: 2, different_count: 1, last_different: 0 })
  expect(row.get(of.loose)).toMatchObject({ count_no: no, line_count: 0, last_different: 0 })
  const never = await company.admin.ok(countHistoryCalls.bins, { warehouse_id: of.warehouse_id, counted: false })
  expect(never.result.map(one => one.id)).toEqual([of.b])
})

test('bins are counted and ordered alike, whether their counts are looked for or not', async () => {
  const company = await app.company()
  const { warehouse_id, a, b, loose } = await counted(company)
  await company.as(tx =>
    sql`update location set code = case id when ${a} then 'A' when ${b} then 'B' else 'C' end where warehouse_id = ${warehouse_id}`.execute(
      tx,
    ),
  )
  const asked = async (more: object) => {
    const { result, total } = await company.admin.ok(countHistoryCalls.bins, { warehouse_id, ...more })
    return [total, ...result.map(({ id }) => id)]
  }
  expect(await asked({ order_by: 'code' })).toEqual([3, a, b, loose])
  expect(await asked({ order_by: '-code', page_size: 1, page: 3 })).toEqual([3, a])
  expect(await asked({ order_by: '-counted_time', page_size: 1 })).toEqual([3, a])
  expect(await asked({})).toEqual([3, b, loose, a])
  expect(await asked({ counted: true })).toEqual([1, a])
  expect(await asked({ counted: false, order_by: 'code' })).toEqual([2, b, loose])
})

contract(app, countHistoryCalls.materials, {
  set: counted,
  good: ({ material_id }) => ({ material_id }),
  check: ({ result }, { material_id, no }) => {
    expect(result).toMatchObject([{ material_id, count_no: no, line_count: 1, last_difference: '-1' }])
  },
  refused: () => [['no material', { material_id: 'x' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, countHistoryCalls.lines, {
  set: counted,
  good: ({ a }) => ({ location_id: a, different: true }),
  check: ({ result }, { no, line_id }) => {
    expect(result).toMatchObject([{ id: line_id, count_no: no, photo_count: 1 }])
    expect([result[0]!.book_quantity, result[0]!.difference].map(Number)).toEqual([10, -1])
  },
  refused: () => [['no bin', { location_id: 'x' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, countHistoryCalls.exportBins, {
  set: counted,
  good: () => ({}),
  check: async answer => expect((await rowsIn(answer)).length).toBeGreaterThan(0),
  refused: () => [['an unknown column', { columns: ['x'.repeat(61)] }, generalErrors.badParameter]],
  foreign: () => {},
})
contract(app, countHistoryCalls.exportMaterials, {
  set: counted,
  good: () => ({}),
  check: async answer => expect((await rowsIn(answer)).length).toBeGreaterThan(0),
  refused: () => [['an unknown column', { columns: ['x'.repeat(61)] }, generalErrors.badParameter]],
  foreign: () => {},
})
contract(app, countHistoryCalls.exportLines, {
  set: counted,
  good: () => ({}),
  check: async answer => expect((await rowsIn(answer)).length).toBeGreaterThan(0),
  refused: () => [['an unknown column', { columns: ['x'.repeat(61)] }, generalErrors.badParameter]],
  foreign: () => {},
})

test('photos go with one line, at most five, and go when the count is deleted', async () => {
  const company = await app.company()
  const of = await set(company)
  const { id } = await company.admin.ok(countCalls.add, { warehouse_id: of.warehouse_id, blind: false })
  await company.admin.ok(countCalls.start, { id })
  const { result } = await company.admin.ok(countCalls.lines, { count_id: id })
  const photos = async (count: number) => {
    const ids: string[] = []
    for (let n = 0; n < count; n++) {
      const file = fileOf(`${n}.png`)
      ids.push((await company.admin.ok(commonUpload, { file, module: 'count_line' })).attachment.id)
    }
    return ids
  }
  const entries = result.map(line => ({ line_id: line.id, counted_quantity: '5' }))
  const send = async (input: object) => (await company.admin.send(countCalls.enter, { id, entries, ...input })).code
  const first = entries.slice(0, 1)
  expect(await send({ attachment_ids: await photos(1) })).toBe(generalErrors.badParameter.code)
  expect(await send({ entries: first, attachment_ids: await photos(4) })).toBe(200)
  expect(await send({ entries: first, attachment_ids: await photos(2) })).toBe(generalErrors.badParameter.code)
  const of_line = { module: 'count_line', object_id: first[0]!.line_id }
  expect((await company.admin.ok(queryAttachmentList, of_line)).result).toHaveLength(4)
  const { result: after } = await company.admin.ok(countCalls.lines, { count_id: id })
  expect(after.map(({ photo_count }) => photo_count)).toEqual([4, 0])
  await company.admin.ok(countCalls.cancel, { ids: [id] })
  await company.admin.ok(countCalls.drop, { ids: [id] })
  expect(await company.admin.send(queryAttachmentList, of_line)).toMatchObject({ data: { result: [] } })
})
