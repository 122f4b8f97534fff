import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mostReplaced, queryBomReplacement, replaceInBoms } from '../../model/bom/bom-replacement.calls.ts'
import { aReleasedProduct, someMaterials } from '../../testing/factories.ts'
import { bomsInForce } from './boms-in-force.ts'

const app = await testApp()
const nowhere = '00000000-0000-7000-8000-000000000000'
const now = Math.floor(Date.now() / 1000)
const later = now + 20 * 86_400

/** Two products that use the old one, one of them with a manufacturing BoM; the third uses the new one already. */
async function set(company: TestCompany) {
  const [old, other, part] = await someMaterials(company, 3)
  const from_id = old!.id
  const to_id = other!.id
  const always = { material_id: part!.id }
  const uses = { material_id: from_id, quantity: '3', scrap_rate: '0.1' }
  const first = await aReleasedProduct(company, { components: [always, uses], base_quantity: '2' })
  const second = await aReleasedProduct(company, { components: [uses], manufacturing_bom: false })
  const third = await aReleasedProduct(company, {
    components: [uses, { material_id: to_id }],
    manufacturing_bom: false,
  })
  await company.as(tx =>
    rows(
      tx,
      sql`update material set purchase_price = case id when ${from_id} then 1 else 1.5 end where id in (${from_id}, ${to_id}) returning id`,
    ),
  )
  const inForce = async (at = now) => {
    const found = await company.as(tx =>
      bomsInForce(tx, company.org_id, [first.material_id, second.material_id, third.material_id], at),
    )
    return [first, second, third].map(({ material_id }) => {
      const { material_bom, manufacturing_bom } = found.get(material_id)!
      return {
        lines: material_bom!.lines.map(line => [line.material_id, line.quantity, line.scrap_rate]),
        inputs: manufacturing_bom?.nodes.flatMap(node => node.inputs.map(input => [input.material_id, input.quantity])),
      }
    })
  }
  const previewed = async (given: object = {}) =>
    (await company.admin.ok(queryBomReplacement, { from_id, to_id, ...given })).result
  const chosen = async (given: object = {}) =>
    (await previewed(given)).flatMap(row => (row.why_not ? [] : { id: row.bom_id, row_version: row.row_version }))
  const [thirdAsked] = (await previewed()).flatMap(row =>
    row.bom_id === third.material_bom_id ? { id: row.bom_id, row_version: row.row_version } : [],
  )
  return {
    from_id,
    to_id,
    part: part!,
    first,
    second,
    third,
    inForce,
    previewed,
    chosen,
    boms: await chosen({ ratio: '2' }),
    thirdAsked: thirdAsked!,
  }
}

contract(app, queryBomReplacement, {
  set,
  good: ({ from_id, to_id }) => ({ from_id, to_id, ratio: '2' }),
  check: ({ result }, { first, second, third }) => {
    const rowOf = new Map(
      result.map(row => [row.bom_id, [row.quantity, row.new_quantity, row.cost_change, row.why_not === null]]),
    )
    expect(rowOf.get(first.material_bom_id)).toEqual(['3', '6', '3', true])
    expect(rowOf.get(second.material_bom_id)).toEqual(['3', '6', '6', true])
    expect(rowOf.get(third.material_bom_id)).toEqual(['3', null, null, false])
  },
  refused: ({ from_id, to_id }) => [
    ['the same', { from_id, to_id: from_id }, generalErrors.badParameter],
    ['no such material', { from_id, to_id: nowhere }, generalErrors.recordNotFound],
    ['a day that is over', { from_id, to_id, valid_from: now - 86_400 }, generalErrors.badParameter],
    ['no ratio', { from_id, to_id, ratio: '0' }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, replaceInBoms, {
  set,
  good: ({ from_id, to_id, boms }) => ({ from_id, to_id, ratio: '2', boms }),
  check: async ({ done_ids, failed }, { to_id, part, first, second, inForce }) => {
    expect([done_ids.toSorted(), failed]).toEqual([[first.material_bom_id, second.material_bom_id].sort(), []])
    const [one, two, three] = await inForce()
    expect(one).toEqual({
      lines: [
        [part.id, '1', '0'],
        [to_id, '6', '0.1'],
      ],
      inputs: [
        [part.id, '1'],
        [to_id, '6'],
      ],
    })
    expect(two!.lines).toEqual([[to_id, '6', '0.1']])
    expect(three!.lines).toHaveLength(2)
  },
  refused: ({ from_id, to_id, thirdAsked, boms }) => [
    ['none chosen', { from_id, to_id, boms: [] }, generalErrors.badParameter],
    ['no such BoM', { from_id, to_id, boms: [{ id: nowhere, row_version: 0 }] }, generalErrors.recordNotFound],
    ['there already', { from_id, to_id, boms: [thirdAsked] }, generalErrors.badParameter],
    ['changed since', { from_id, to_id, boms: [{ ...boms[0]!, row_version: 99 }] }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})

test('from a day on the old one is used until then; replaced back, all is as it was', async () => {
  const company = await app.company()
  const { from_id, to_id, part, inForce, chosen } = await set(company)
  const before = await inForce()
  await company.admin.ok(replaceInBoms, {
    ...{ from_id, to_id, ratio: '2', valid_from: later, boms: await chosen({ valid_from: later, ratio: '2' }) },
  })
  expect(await inForce()).toEqual(before)
  const [then] = await inForce(later)
  expect(then).toEqual({
    lines: [
      [part.id, '1', '0'],
      [to_id, '6', '0.1'],
    ],
    inputs: [
      [part.id, '1'],
      [to_id, '6'],
    ],
  })
  const back = { from_id: to_id, to_id: from_id, ratio: '0.5' }
  await company.admin.ok(replaceInBoms, { ...back, boms: await chosen(back) })
  expect(await inForce()).toEqual(before)
  expect(await inForce(later)).toEqual(before)
})

test('a product is not made of what is made of it', async () => {
  const company = await app.company()
  const { from_id, first, previewed } = await set(company)
  const rowOf = async (to_id: string) =>
    (await previewed({ from_id, to_id })).find(row => row.bom_id === first.material_bom_id)
  expect((await rowOf(first.material_id))?.why_not?.en).toContain('refer to itself')
  const above = await aReleasedProduct(company, { components: [{ material_id: first.material_id }] })
  expect((await rowOf(above.material_id))?.why_not?.en).toContain('refer to itself')
})

test('more than are replaced at once are told, and the rest come next: what was replaced from a day on comes last', async () => {
  const company = await app.company()
  const [old, other] = await someMaterials(company, 2)
  const [from_id, to_id] = [old!.id, other!.id]
  const count = mostReplaced + 2
  await company.as(async tx => {
    await sql`insert into material (id, code, name, unit_id, kind)
      select gen_random_uuid(), 'MANY' || n, 'Many', (select unit_id from material where id = ${from_id}), 2 from generate_series(1, ${count}::integer) n`.execute(
      tx,
    )
    await sql`insert into material_bom (id, code, material_id, version, status, is_default)
      select gen_random_uuid(), code, id, 'V1', 1, true from material where code like 'MANY%'`.execute(tx)
    await sql`insert into material_bom_line (id, bom_id, line_no, material_id, quantity)
      select gen_random_uuid(), id, 1, ${from_id}, 1 from material_bom where code like 'MANY%'`.execute(tx)
  })
  const of = { from_id, to_id, valid_from: later }
  const open = async () => {
    const { result, total } = await company.admin.ok(queryBomReplacement, of)
    const boms = result.flatMap(row => (row.why_not ? [] : { id: row.bom_id, row_version: row.row_version }))
    return { boms, told: [result.length, total, boms.length] }
  }
  const first = await open()
  expect(first.told).toEqual([mostReplaced, count, mostReplaced])
  await company.admin.ok(replaceInBoms, { ...of, boms: first.boms })
  const rest = await open()
  expect(rest.told).toEqual([mostReplaced, count, 2])
  await company.admin.ok(replaceInBoms, { ...of, boms: rest.boms })
  expect((await open()).told).toEqual([mostReplaced, count, 0])
})
