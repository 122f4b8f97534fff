import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { engineeringErrors } from '../engineering.errors.ts'
import { componentNeed, nextVersion, usedAt } from './bom.rules.ts'
import { bomTree } from './bom-tree.rules.ts'
import { bomVersionStatus } from './bom-version.status.ts'
import {
  type BomSurroundings,
  checkMaterialBom,
  checkRelease,
  compareLines,
  type DraftBom,
} from './material-bom.rules.ts'

const known = (...ids: string[]) =>
  new Map(ids.map(id => [id, { id, code: id.toUpperCase(), precision: id === 'oil' ? 3 : 0 }]))
const around = (given: Partial<BomSurroundings> = {}): BomSurroundings => ({
  materials: known('bike', 'wheel', 'hub', 'oil'),
  otherVersions: new Set(),
  releasedEdges: [],
  codes: new Map([...known('bike', 'wheel', 'hub', 'oil')].map(([id, { code }]) => [id, code])),
  now: 1000,
  ...given,
})
const line = (material_id: string, quantity = '1', given: object = {}) => ({
  material_id,
  quantity,
  scrap_rate: '0',
  valid_from: null,
  expiry_time: null,
  substitutes: [],
  position: null,
  remark: null,
  ...given,
})
const bom = (given: Partial<DraftBom> = {}): DraftBom => ({
  material_id: 'bike',
  version: 'V1',
  base_quantity: '1',
  valid_from: null,
  expiry_time: null,
  lines: [line('wheel', '2')],
  ...given,
})
function refused(error: ErrorDefinition, work: () => void): Refusal['data'] {
  try {
    work()
  } catch (thrown) {
    if (thrown instanceof Refusal) {
      expect(thrown.definition.name).toBe(error.name)
      return thrown.data
    }
    throw thrown
  }
  throw new Error('not refused')
}

test('a good BoM passes, with a quantity in the precision of its own unit', () => {
  checkMaterialBom(bom({ lines: [line('wheel', '2.000'), line('oil', '0.125')] }), around())
})
test('each refusal names field and row', () => {
  const lines = [line('hub'), line('wheel', '0.5')]
  expect(refused(generalErrors.unitQuantityPrecision, () => checkMaterialBom(bom({ lines }), around()))).toMatchObject({
    field: 'quantity',
    row: 2,
  })
  const twice = [line('hub'), line('wheel'), line('hub')]
  expect(refused(generalErrors.badParameter, () => checkMaterialBom(bom({ lines: twice }), around()))).toMatchObject({
    row: 3,
    before: 1,
    code: 'HUB',
  })
  expect(
    refused(generalErrors.recordNotFound, () => checkMaterialBom(bom({ lines: [line('gone')] }), around())),
  ).toMatchObject({ field: 'material_id', row: 1 })
  expect(
    refused(engineeringErrors.versionDuplicate, () =>
      checkMaterialBom(bom(), around({ otherVersions: new Set(['V1']) })),
    ),
  ).toMatchObject({ field: 'version' })
  refused(generalErrors.badParameter, () => checkMaterialBom(bom({ expiry_time: 1000 }), around()))
})
test('the way round goes through released BoMs and substitutes, and is told by codes', () => {
  const releasedEdges = [
    { from: 'wheel', to: 'hub' },
    { from: 'hub', to: 'bike' },
  ]
  expect(refused(engineeringErrors.bomCycle, () => checkMaterialBom(bom(), around({ releasedEdges }))).path).toBe(
    'BIKE → WHEEL → HUB → BIKE',
  )
  const lines = [line('oil', '1', { substitutes: [{ material_id: 'hub', ratio: '1' }] })]
  expect(
    refused(engineeringErrors.bomCycle, () => checkMaterialBom(bom({ lines }), around({ releasedEdges }))).path,
  ).toBe('BIKE → HUB → BIKE')
})
test('release needs a draft with components', () => {
  const draft = {
    status: bomVersionStatus.codes.draft,
    valid_from: null,
    expiry_time: null,
    edges: [{ from: 'bike', to: 'wheel' }],
  }
  checkRelease(draft, around())
  refused(generalErrors.fieldRequired, () => checkRelease({ ...draft, edges: [] }, around()))
  refused(generalErrors.statusNotAllowed, () =>
    checkRelease({ ...draft, status: bomVersionStatus.codes.cancelled }, around()),
  )
})

test('the next version follows the highest number', () => {
  expect(nextVersion([])).toBe('V1')
  expect(nextVersion(['V2', 'A.10', 'trial'])).toBe('V11')
})
test('needs are exact and rounded up once', () => {
  expect(componentNeed('3', { quantity: '1', scrap_rate: '0' }, '3', 0)).toBe('1')
  expect(componentNeed('4', { quantity: '1', scrap_rate: '0' }, '3', 0)).toBe('2')
  expect(componentNeed('100', { quantity: '1', scrap_rate: '0.05' }, '1', 0)).toBe('105')
})
test('two versions compared: what came, what went, what changed', () => {
  const before = [line('wheel', '2'), line('hub'), line('oil', '1.0')]
  const after = [line('wheel', '3'), line('oil', '1'), line('bike')]
  expect(compareLines(before, after).map(({ kind, before, after }) => [kind, (before ?? after)!.material_id])).toEqual([
    ['removed', 'hub'],
    ['changed', 'wheel'],
    ['added', 'bike'],
  ])
  const substitutes = [{ material_id: 'hub', ratio: '1' }]
  expect(compareLines([line('oil')], [line('oil', '1', { substitutes })])).toHaveLength(1)
})
test('the tree multiplies down, scrap of each level included, and does not open a way round', () => {
  const materials = new Map(['wheel', 'hub'].map(id => [id, { code: id, name: id, unit_name: 'pc' }]))
  const inForce = new Map([
    ['wheel', { id: 'b1', version: 'V1', base_quantity: '1', lines: [line('hub', '3', { scrap_rate: '0.5' })] }],
    ['hub', { id: 'b2', version: 'V1', base_quantity: '1', lines: [line('wheel')] }],
  ])
  const { result } = bomTree({ base_quantity: '1', lines: [line('wheel', '2')] }, inForce, materials)
  expect(result.map(({ key, total_quantity, bom_id }) => [key, total_quantity, bom_id])).toEqual([
    ['1', '2', 'b1'],
    ['1.1', '9', 'b2'],
    ['1.1.1', '9', null],
  ])
})

test('a line that ends on the day it begins, or before it, is refused with its row', () => {
  const lines = [
    line('hub', '1', { valid_from: 5, expiry_time: 6 }),
    line('oil', '1', { valid_from: 5, expiry_time: 5 }),
  ]
  expect(refused(generalErrors.badParameter, () => checkMaterialBom(bom({ lines }), around()))).toMatchObject({
    field: 'expiry_time',
    row: 2,
  })
})
test('what is used by what begins at an instant: lines of that day, and at the steps what they name', () => {
  const lines = [line('hub', '1', { expiry_time: 10 }), line('wheel', '1', { valid_from: 10 }), line('oil')]
  const nodes = [{ inputs: ['hub', 'wheel', 'glue'].map(material_id => ({ material_id })) }]
  const used = (at: number) => {
    const of = usedAt({ lines, nodes }, at)
    return [of.lines, of.nodes[0]!.inputs].map(list => list.map(one => one.material_id))
  }
  expect(used(9)).toEqual([
    ['hub', 'oil'],
    ['hub', 'glue'],
  ])
  expect(used(10)).toEqual([
    ['wheel', 'oil'],
    ['wheel', 'glue'],
  ])
})
test('another day of a line is a change', () => {
  const changes = compareLines([line('hub'), line('oil')], [line('hub', '1', { valid_from: 10 }), line('oil')])
  expect(changes.map(one => [one.kind, one.after?.material_id])).toEqual([['changed', 'hub']])
})
