import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  addManufacturingBom,
  releaseManufacturingBoms,
  showManufacturingBom,
} from '../../model/bom/manufacturing-bom.calls.ts'
import { addMaterialBom, cancelMaterialBoms, releaseMaterialBoms } from '../../model/bom/material-bom.calls.ts'
import { aReleasedProduct, someMaterials } from '../../testing/factories.ts'
import { bomOfAllDays, bomsInForce } from './boms-in-force.ts'

const app = await testApp()
const now = Math.floor(Date.now() / 1000)

test('what a product is made of: BoM, manufacturing BoM, routing, substitutes', async () => {
  const company = await app.company()
  const [part, substitute] = await someMaterials(company, 2)
  const substitutes = [{ material_id: substitute!.id, ratio: '1.5' }]
  const made = await aReleasedProduct(company, {
    base_quantity: '3',
    components: [{ material_id: part!.id, quantity: '2', scrap_rate: '0.1', substitutes }],
  })
  const found = await company.as(tx => bomsInForce(tx, company.org_id, [made.material_id, part!.id], now))
  expect(found.get(made.material_id)).toMatchObject({
    material_bom: {
      id: made.material_bom_id,
      base_quantity: '3',
      lines: [{ line_no: 1, material_id: part!.id, quantity: '2', scrap_rate: '0.1', substitutes }],
    },
    manufacturing_bom: {
      id: made.manufacturing_bom_id,
      carried_over: false,
      base_quantity: '3',
      nodes: [
        { ordering_node: 10, next_nodes: [20], inputs: [{ material_id: part!.id, quantity: '2' }], outputs: [] },
        { ordering_node: 20, next_nodes: [], outputs: [{ material_id: made.material_id, quantity: '3' }] },
      ],
    },
    routing: {
      id: made.routing_id,
      steps: made.process_ids.map(process_id => ({ process_id, overlap_quantity: null })),
    },
  })
  expect(found.get(part!.id)).toEqual({
    material_id: part!.id,
    material_bom: null,
    manufacturing_bom: null,
    routing: null,
    later: [],
  })
})

test('the default, released, not expired version; the default manufacturing BoM holds for the next version too', async () => {
  const company = await app.company()
  const { admin } = company
  const made = await aReleasedProduct(company)
  const [added] = await someMaterials(company, 1)
  const lines = [
    { material_id: made.component_ids[0]!, quantity: '9' },
    { material_id: added!.id, quantity: '1' },
  ]
  const second = await admin.ok(addMaterialBom, {
    material_id: made.material_id,
    version: 'V2',
    base_quantity: '2',
    expiry_time: now + 10_000,
    lines,
  })
  const load = async (at: number) =>
    (await company.as(tx => bomsInForce(tx, company.org_id, [made.material_id], at))).get(made.material_id)!
  expect((await load(now)).material_bom?.version).toBe('V1')
  await admin.ok(releaseMaterialBoms, { ids: [second.id] })
  expect(await load(now)).toMatchObject({
    material_bom: { version: 'V2' },
    manufacturing_bom: {
      ...{ id: made.manufacturing_bom_id, carried_over: true, base_quantity: '2' },
      nodes: [
        { ordering_node: 10, inputs: [{ material_id: made.component_ids[0]!, quantity: '9' }] },
        { ordering_node: 20, inputs: [], outputs: [{ material_id: made.material_id, quantity: '2' }] },
      ],
    },
    routing: { id: made.routing_id },
  })
  expect((await load(now + 9_999)).material_bom?.version).toBe('V2')
  expect((await load(now + 10_000)).material_bom).toBeNull()
  await admin.ok(cancelMaterialBoms, { ids: [second.id] })
  expect((await load(now)).material_bom).toBeNull()
})

test('versions that follow are told with their day, and as one BoM of all days', async () => {
  const company = await app.company()
  const made = await aReleasedProduct(company, { manufacturing_bom: false })
  const second = await company.admin.ok(addMaterialBom, {
    ...{ material_id: made.material_id, version: 'V2', base_quantity: '2', valid_from: now + 10_000 },
    lines: [{ material_id: made.component_ids[0]!, quantity: '9' }],
  })
  await company.admin.ok(releaseMaterialBoms, { ids: [second.id] })
  const load = async (every_day: boolean, at = now) =>
    (await company.as(tx => bomsInForce(tx, company.org_id, [made.material_id], at, { every_day }))).get(
      made.material_id,
    )!
  expect((await load(false)).material_bom!.version).toBe('V1')
  expect((await load(false, now + 10_000)).material_bom!.version).toBe('V2')
  const all = await load(true)
  expect(all.later.map(({ valid_from, material_bom }) => [valid_from, material_bom!.version])).toEqual([
    [now + 10_000, 'V2'],
  ])
  expect(
    bomOfAllDays(all)!.lines.map(({ material_id, quantity, base_quantity, valid_from, expiry_time }) => [
      ...[made.component_ids.indexOf(material_id), quantity, base_quantity, valid_from, expiry_time],
    ]),
  ).toEqual([
    [0, '1', '1', null, now + 10_000],
    [1, '1', '1', null, now + 10_000],
    [0, '9', '2', now + 10_000, null],
  ])
})

test('a manufacturing BoM holds within its days', async () => {
  const company = await app.company()
  const { admin } = company
  const made = await aReleasedProduct(company)
  const { record, lines } = await admin.ok(showManufacturingBom, { id: made.manufacturing_bom_id! })
  const { material_id, material_bom_id, mode } = record
  const next = await admin.ok(addManufacturingBom, {
    ...{ material_id, material_bom_id, mode, version: 'V2', valid_from: now + 1000, expiry_time: now + 5000 },
    lines: lines.map(({ ordering_node, process_id, next_nodes, inputs, outputs }) => ({
      ...{ ordering_node, process_id, next_nodes, wait_seconds: 60 },
      ...{ inputs: inputs.map(portOf), outputs: outputs.map(portOf) },
    })),
  })
  await admin.ok(releaseManufacturingBoms, { ids: [next.id] })
  const versionThen = async (at: number) =>
    (await company.as(tx => bomsInForce(tx, company.org_id, [material_id], at))).get(material_id)!.manufacturing_bom
      ?.version
  expect([await versionThen(now), await versionThen(now + 1000), await versionThen(now + 5000)]).toEqual([
    'V1',
    'V2',
    undefined,
  ])
})
const portOf = ({ material_id, quantity }: { material_id: string; quantity: string }) => ({ material_id, quantity })

test('a manufacturing BoM of a version to come does not hold for the one before it', async () => {
  const company = await app.company()
  const { admin } = company
  const made = await aReleasedProduct(company, { manufacturing_bom: false })
  const second = await admin.ok(addMaterialBom, {
    ...{ material_id: made.material_id, version: 'V2', valid_from: now + 10_000 },
    lines: made.component_ids.map(material_id => ({ material_id, quantity: '1' })),
  })
  await admin.ok(releaseMaterialBoms, { ids: [second.id] })
  const inputs = made.component_ids.map(material_id => ({ material_id, quantity: '1' }))
  const flow = await admin.ok(addManufacturingBom, {
    ...{ material_id: made.material_id, material_bom_id: second.id, mode: 'simple', version: 'V1' },
    lines: [
      { ordering_node: 10, process_id: made.process_ids[0]!, inputs: [], outputs: [] },
      {
        ...{ ordering_node: 20, process_id: made.process_ids[1]!, inputs },
        outputs: [{ material_id: made.material_id, quantity: '1' }],
      },
    ],
  })
  await admin.ok(releaseManufacturingBoms, { ids: [flow.id] })
  const idAt = async (at: number) =>
    (await company.as(tx => bomsInForce(tx, company.org_id, [made.material_id], at))).get(made.material_id)!
      .manufacturing_bom?.id
  expect([await idAt(now), await idAt(now + 10_000)]).toEqual([undefined, flow.id])
})

test('all levels down, and a cycle that a hand made in the database does not hang it', async () => {
  const company = await app.company()
  const bottom = await aReleasedProduct(company)
  const middle = await aReleasedProduct(company, { components: [{ material_id: bottom.material_id }] })
  const top = await aReleasedProduct(company, {
    components: [{ material_id: middle.material_id }, { material_id: bottom.material_id }],
  })
  const load = () => company.as(tx => bomsInForce(tx, company.org_id, [top.material_id], now, { all_levels: true }))
  const found = await load()
  expect(found.size).toBe(5)
  expect([top, middle, bottom].every(({ material_id }) => found.get(material_id)?.material_bom)).toBe(true)
  await company.as(tx =>
    sql`update material_bom_line set material_id = ${top.material_id} where bom_id = ${bottom.material_bom_id} and line_no = 1`.execute(
      tx,
    ),
  )
  expect((await load()).size).toBe(4)
})

test('another company sees nothing of it', async () => {
  const company = await app.company()
  const { material_id } = await aReleasedProduct(company)
  const other = await app.company()
  const found = await other.as(tx => bomsInForce(tx, other.org_id, [material_id], now, { all_levels: true }))
  expect(found.get(material_id)).toEqual({
    material_id,
    material_bom: null,
    manufacturing_bom: null,
    routing: null,
    later: [],
  })
})
