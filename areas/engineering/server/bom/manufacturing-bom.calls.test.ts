import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  addManufacturingBom,
  alterManufacturingBom,
  cancelManufacturingBoms,
  dropManufacturingBoms,
  listManufacturingBomCandidates,
  listManufacturingBoms,
  makeManufacturingBomDefault,
  proposeManufacturingBom,
  releaseManufacturingBoms,
  showManufacturingBom,
} from '../../model/bom/manufacturing-bom.calls.ts'
import { addMaterialBom, releaseMaterialBoms } from '../../model/bom/material-bom.calls.ts'
import { engineeringErrors } from '../../model/engineering.errors.ts'
import { addRouting, releaseRoutings, showRouting } from '../../model/routing/routing.calls.ts'
import { aReleasedProduct, someMaterials } from '../../testing/factories.ts'

const app = await testApp()
const nowhere = '00000000-0000-7000-8000-000000000000'

/** A product with a released BoM (base 3) and a routing of two steps, without a manufacturing BoM. */
const prepared = (company: TestCompany) => aReleasedProduct(company, { base_quantity: '3', manufacturing_bom: false })
type Prepared = Awaited<ReturnType<typeof prepared>>
const [first, second] = [10, 20]
function flowOf({ material_id, material_bom_id, routing_id, component_ids, process_ids }: Prepared) {
  const [a, b] = component_ids
  return {
    material_id,
    material_bom_id,
    routing_id,
    version: 'F1',
    mode: 'simple' as const,
    lines: [
      { ordering_node: first, process_id: process_ids[0]!, inputs: [{ material_id: a!, quantity: '1' }] },
      {
        ordering_node: second,
        process_id: process_ids[1]!,
        inputs: [{ material_id: b!, quantity: '1' }],
        outputs: [{ material_id, quantity: '3' }],
      },
    ],
  }
}
async function draft(company: TestCompany) {
  const set = await prepared(company)
  const { id } = await company.admin.ok(addManufacturingBom, flowOf(set))
  return { ...set, id }
}
async function released(company: TestCompany) {
  const set = await draft(company)
  await company.admin.ok(releaseManufacturingBoms, { ids: [set.id] })
  return set
}
const statusOf = async (company: TestCompany, id: string) => {
  const { record } = await company.admin.ok(showManufacturingBom, { id })
  return { status: record.status, is_default: record.is_default }
}

contract(app, addManufacturingBom, {
  set: prepared,
  good: flowOf,
  check: async ({ id }, { component_ids }, company) => {
    const { record, lines } = await company.admin.ok(showManufacturingBom, { id })
    expect(record).toMatchObject({ status: 0, is_default: false, mode: 'simple', node_count: 2, outdated: false })
    expect(lines).toMatchObject([
      { ordering_node: 10, next_nodes: [20], inputs: [{ material_id: component_ids[0], quantity: '1' }], outputs: [] },
      { ordering_node: 20, next_nodes: [] },
    ])
  },
  refused: set => {
    const flow = flowOf(set)
    const [one, two] = flow.lines as [(typeof flow.lines)[0], (typeof flow.lines)[0]]
    const standard = (nodes: object[]) => ({ ...flow, mode: 'standard', lines: nodes })
    return [
      ['an unknown mode', { ...flow, mode: 'other' }, generalErrors.badParameter],
      ['no nodes', { ...flow, lines: [] }, generalErrors.badParameter],
      ['an unknown product', { ...flow, material_id: nowhere }, generalErrors.recordNotFound],
      ['the BoM of another product', { ...flow, material_id: set.component_ids[0] }, generalErrors.recordNotFound],
      ['an unknown routing', { ...flow, routing_id: nowhere }, generalErrors.recordNotFound],
      ['an unknown process', { ...flow, lines: [{ ...one, process_id: nowhere }] }, generalErrors.recordNotFound],
      [
        'an unknown input',
        { ...flow, lines: [{ ...one, inputs: [{ material_id: nowhere, quantity: '1' }] }] },
        generalErrors.recordNotFound,
      ],
      [
        'the product in itself',
        { ...flow, lines: [{ ...one, inputs: [{ material_id: set.material_id, quantity: '1' }] }] },
        engineeringErrors.bomCycle,
      ],
      ['a place twice', { ...flow, lines: [one, { ...two, ordering_node: first }] }, generalErrors.badParameter],
      [
        'round and round',
        standard([
          { ...one, next_nodes: [second] },
          { ...two, next_nodes: [first] },
        ]),
        engineeringErrors.bomCycle,
      ],
      ['two ends', standard([one, two]), generalErrors.badParameter],
      ['a next that is not there', standard([{ ...one, next_nodes: [30] }, two]), generalErrors.badParameter],
    ]
  },
  foreign: generalErrors.recordNotFound,
})
contract(app, alterManufacturingBom, {
  set: draft,
  good: ({ id, ...set }) => ({ ...flowOf(set), id, row_version: 0, version: 'F2', lines: flowOf(set).lines.slice(1) }),
  check: async (_data, { id }, company) => {
    const { record, lines } = await company.admin.ok(showManufacturingBom, { id })
    expect([record.version, lines.length]).toEqual(['F2', 1])
    const { material_id, version } = record as { material_id: string; version: string }
    await company.admin.ok(alterManufacturingBom, { id, row_version: 1, material_id, version, mode: 'standard' })
    expect((await company.admin.ok(showManufacturingBom, { id })).lines).toHaveLength(1)
  },
  refused: ({ id, ...set }) => [
    ['an old version', { ...flowOf(set), id, row_version: 9 }, generalErrors.versionConflict],
    ['unknown', { ...flowOf(set), id: nowhere, row_version: 0 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, listManufacturingBoms, {
  set: released,
  good: ({ process_ids }) => ({ process_id: process_ids[1]!, mode: 'simple' as const, statuses: [1 as const] }),
  check: ({ result, total }, { id }) => {
    expect(total).toBe(1)
    expect(result[0]).toMatchObject({
      id,
      node_count: 2,
      is_default: true,
      material_bom_version: 'V1',
      outdated: false,
    })
  },
  refused: () => [['an unknown mode', { mode: 'other' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, showManufacturingBom, {
  set: draft,
  good: ({ id }) => ({ id }),
  check: ({ record, lines }, { material_bom_id }) => {
    expect(record.material_bom_id).toBe(material_bom_id)
    expect(lines).toHaveLength(2)
  },
  refused: () => [['unknown', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, releaseManufacturingBoms, {
  set: draft,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_data, { id }, company) => expect(await statusOf(company, id)).toEqual({ status: 1, is_default: true }),
  refused: () => [['unknown', { ids: [nowhere] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, cancelManufacturingBoms, {
  set: released,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_data, { id }, company) =>
    expect(await statusOf(company, id)).toEqual({ status: 2, is_default: false }),
  refused: () => [['unknown', { ids: [nowhere] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropManufacturingBoms, {
  set: draft,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_data, _set, company) => expect((await company.admin.ok(listManufacturingBoms, {})).total).toBe(0),
  refused: () => [['unknown', { ids: [nowhere] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, makeManufacturingBomDefault, {
  set: async company => {
    const set = await released(company)
    const next = await company.admin.ok(addManufacturingBom, { ...flowOf(set), version: 'F2' })
    await company.admin.ok(releaseManufacturingBoms, { ids: [next.id] })
    expect(await statusOf(company, set.id)).toEqual({ status: 1, is_default: false })
    return set
  },
  good: ({ id }) => ({ id }),
  check: async (_data, { id }, company) => expect(await statusOf(company, id)).toEqual({ status: 1, is_default: true }),
  refused: () => [['unknown', { id: nowhere }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, proposeManufacturingBom, {
  set: prepared,
  good: ({ material_id }) => ({ material_id }),
  check: async (proposal, { material_id, component_ids, process_ids }, company) => {
    expect(proposal.version).toBe('V1')
    expect(proposal.lines.map(node => node.process_id)).toEqual(process_ids)
    expect(proposal.lines[0]!.inputs.map(port => port.material_id)).toEqual(component_ids)
    expect(proposal.lines[1]!.outputs).toMatchObject([{ material_id, quantity: '3' }])
    const lines = proposal.lines.map(({ process_code: _code, process_name: _name, inputs, outputs, ...node }) => ({
      ...node,
      inputs: inputs.map(port => ({ material_id: port.material_id, quantity: port.quantity })),
      outputs: outputs.map(port => ({ material_id: port.material_id, quantity: port.quantity })),
    }))
    const { version, material_bom_id, routing_id } = proposal
    const { id } = await company.admin.ok(addManufacturingBom, {
      material_id,
      version,
      material_bom_id,
      routing_id,
      lines,
    })
    await company.admin.ok(releaseManufacturingBoms, { ids: [id] })
  },
  refused: ({ component_ids, material_id }) => [
    ['no BoM', { material_id: component_ids[0] }, engineeringErrors.bomMissing],
    ['an unknown routing', { material_id, routing_id: nowhere }, engineeringErrors.bomMissing],
    ['an unknown BoM', { material_id, material_bom_id: nowhere }, engineeringErrors.bomMissing],
  ],
  foreign: engineeringErrors.bomMissing,
})
contract(app, listManufacturingBomCandidates, {
  set: async company => ({ ...(await prepared(company)), complete: await released(company) }),
  good: () => ({ missing: true }),
  check: async ({ result }, { material_id, material_bom_id, complete }, company) => {
    expect(result).toMatchObject([{ id: material_id, material_bom_id, manufacturing_bom_id: null }])
    const all = await company.admin.ok(listManufacturingBomCandidates, {})
    expect(all.result.find(row => row.id === complete.material_id)).toMatchObject({ manufacturing_bom_id: complete.id })
  },
  refused: () => [['an unknown field', { colour: 'red' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})

test('a version exists once for a product', async () => {
  const company = await app.company()
  const set = await draft(company)
  const again = await company.admin.send(addManufacturingBom, flowOf(set))
  expect(again.code).toBe(engineeringErrors.versionDuplicate.code)
})
test('release wants all components, only those, and the product out of the last process', async () => {
  const company = await app.company()
  const { admin } = company
  const set = await prepared(company)
  const [stranger] = await someMaterials(company, 1)
  const flow = flowOf(set)
  const [one, two] = flow.lines as [(typeof flow.lines)[0], (typeof flow.lines)[0]]
  const bad = {
    'a component is missing': [{ ...one, inputs: [] }, two],
    'too much of one': [{ ...one, inputs: [{ ...one.inputs[0]!, quantity: '2' }] }, two],
    'one that is not in the BoM': [
      { ...one, inputs: [...one.inputs, { material_id: stranger!.id, quantity: '1' }] },
      two,
    ],
    'no product': [one, { ...two, outputs: [] }],
    'too little product': [one, { ...two, outputs: [{ material_id: set.material_id, quantity: '1' }] }],
  }
  for (const [version, lines] of Object.entries(bad)) {
    const { id } = await admin.ok(addManufacturingBom, { ...flow, version, lines })
    const answer = await admin.send(releaseManufacturingBoms, { ids: [id] })
    expect([version, answer.code]).toEqual([version, generalErrors.badParameter.code])
  }
})
test('release wants a released material BoM', async () => {
  const company = await app.company()
  const { admin } = company
  const set = await prepared(company)
  const lines = set.component_ids.map(material_id => ({ material_id, quantity: '1' }))
  const bom = await admin.ok(addMaterialBom, { material_id: set.material_id, version: 'V2', base_quantity: '3', lines })
  const { id } = await admin.ok(addManufacturingBom, { ...flowOf(set), material_bom_id: bom.id })
  expect((await admin.send(releaseManufacturingBoms, { ids: [id] })).code).toBe(engineeringErrors.bomMissing.code)
  await admin.ok(releaseMaterialBoms, { ids: [bom.id] })
  await admin.ok(releaseManufacturingBoms, { ids: [id] })
})
test('a released one is neither altered nor deleted, one with an open MO not cancelled', async () => {
  const company = await app.company()
  const { admin } = company
  const { id, ...set } = await released(company)
  const alter = await admin.send(alterManufacturingBom, { ...flowOf(set), id, row_version: 1 })
  expect(alter.code).toBe(engineeringErrors.bomReleased.code)
  expect((await admin.send(dropManufacturingBoms, { ids: [id] })).code).toBe(engineeringErrors.bomReleased.code)
  expect((await admin.send(releaseManufacturingBoms, { ids: [id] })).code).toBe(generalErrors.statusNotAllowed.code)
  await company.as(tx =>
    sql`insert into mo (id, no, material_id, planned_quantity, delivery_date, manufacturing_bom_id)
      values (gen_random_uuid(), 'MO1', ${set.material_id}, 1, 1, ${id})`.execute(tx),
  )
  expect((await admin.send(cancelManufacturingBoms, { ids: [id] })).code).toBe(generalErrors.dataInUse.code)
})
test('what a flow was made for is outdated once it has ended, not before the next one begins', async () => {
  const company = await app.company()
  const { admin } = company
  const { id, material_id, material_bom_id, routing_id, component_ids, process_ids } = await released(company)
  const now = Math.floor(Date.now() / 1000)
  const lines = component_ids.map(component => ({ material_id: component, quantity: '1' }))
  const valid_from = now + 86_400
  const bom = await admin.ok(addMaterialBom, { material_id, version: 'V2', base_quantity: '3', lines, valid_from })
  await admin.ok(releaseMaterialBoms, { ids: [bom.id] })
  const { record } = await admin.ok(showRouting, { id: routing_id })
  const routing = await admin.ok(addRouting, {
    ...{ code: record.code, name: record.name, version: '2', material_id, valid_from },
    lines: [{ sequence: 10, process_id: process_ids[0]! }],
  })
  await admin.ok(releaseRoutings, { ids: [routing.id] })
  const outdated = async () => {
    const { record } = await admin.ok(showManufacturingBom, { id })
    return [record.outdated, record.routing_outdated]
  }
  expect(await outdated()).toEqual([false, false])
  await company.as(async tx => {
    await sql`update material_bom set expiry_time = ${now - 1} where id = ${material_bom_id}`.execute(tx)
    await sql`update routing set expiry_time = ${now - 1} where id = ${routing_id}`.execute(tx)
  })
  expect(await outdated()).toEqual([true, true])
})
