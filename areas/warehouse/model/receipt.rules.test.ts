import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { describe, expect, test } from 'vitest'
import {
  type ComponentFacts,
  checkPicking,
  checkSources,
  confirmLines,
  expectInbound,
  type KnownSource,
  type LineToConfirm,
  linesToReturn,
  openOf,
} from './receipt.rules.ts'
import { inboundType, movementOf, outboundType } from './receipt.status.ts'

const codeOf = (work: () => unknown): number | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.definition.code : -1
  }
}

test('every receipt type posts its own movement (R-182)', () => {
  const inbound = inboundType.list.map(({ code }) => movementOf('inbound', code))
  const outbound = outboundType.list.map(({ code }) => movementOf('outbound', code))
  expect(inbound).toEqual([10, 13, 12, 14, 15])
  expect(outbound).toEqual([20, 21, 22, 23])
})

const line = (more: Partial<LineToConfirm> = {}): LineToConfirm => ({
  ...{ id: 'l1', line_no: 1, material_id: 'm1', quantity: '10', done_quantity: '4', location_id: 'bin' },
  ...{ lot_number: null, quality_status: 0, source_line_id: null },
  ...more,
})
const materials = new Map(
  [
    {
      id: 'm1',
      code: 'm1',
      unit_precision: 2,
      lot_managed: false,
      serial_policy: 0,
      default_location_id: 'home',
      shelf_life: 30,
    },
    {
      id: 'lots',
      code: 'lots',
      unit_precision: 0,
      lot_managed: true,
      serial_policy: 0,
      default_location_id: null,
      shelf_life: null,
    },
  ].map(one => [one.id, one]),
)
const lines = (...all: LineToConfirm[]) => new Map(all.map(one => [one.id, one]))
const ask = (quantity: string, more: object = {}) => [{ line_id: 'l1', quantity, ...more }]

test('a part leaves the receipt partly done, the rest completes it', () => {
  expect(confirmLines('inbound', lines(line()), ask('5'), materials, 0)).toMatchObject({
    status: '20',
    done: [{ done_quantity: '9' }],
  })
  expect(confirmLines('inbound', lines(line()), ask('6'), materials, 0).status).toBe('30')
  expect(confirmLines('outbound', lines(line(), line({ id: 'l2' })), ask('6'), materials, 0).status).toBe('20')
})
test('more than is open is refused, also when one line is asked for twice', () => {
  expect(codeOf(() => confirmLines('inbound', lines(line()), ask('6.01'), materials, 0))).toBe(5909)
  expect(codeOf(() => confirmLines('outbound', lines(line()), ask('6.01'), materials, 0))).toBe(5001)
  expect(codeOf(() => confirmLines('inbound', lines(line()), [...ask('4'), ...ask('3')], materials, 0))).toBe(5909)
})
test('goods come in to a known bin, with a lot when the material has lots', () => {
  const to = (of: Partial<LineToConfirm>, more: object = {}) =>
    codeOf(() => confirmLines('inbound', lines(line({ quantity: '100', ...of })), ask('1', more), materials, 0))
  const placed = confirmLines('inbound', lines(line({ location_id: null })), ask('1'), materials, 0)
  expect(placed.parts[0]!.location_id).toBe('home')
  expect(to({ material_id: 'lots' })).toBe(5914)
  expect(to({ material_id: 'lots' }, { lot_number: 'A' })).toBeUndefined()
  expect(to({ material_id: 'lots', location_id: null }, { lot_number: 'A' })).toBe(5020)
  expect(to({ material_id: 'lots', lot_number: 'A', quantity: '9' }, { quantity: '0.5' })).toBe(5027)
})

const component = (more: Partial<ComponentFacts> = {}): ComponentFacts => ({
  ...{ material_id: 'm1', material_code: 'M1', unit_precision: 2, required_quantity: '10', own_quantity: '4' },
  ...{ stand_ins: [], substitutes: [], held: {} },
  returnable_quantity: '3',
  ...more,
})
const stands = (may_take: boolean, ratio = '1') => [{ material_id: 'other', ratio, precision: 0, may_take }]
const of = (material_id: string, quantity: string) => ({ material_id, material_code: 'M9', quantity })
const pick = (quantity: string, components = [component()], material_id = 'm1') =>
  codeOf(() => checkPicking(components, [of(material_id, quantity)], false))
test('what is picked stays within what the components still need (R-070)', () => {
  expect(pick('6')).toBeUndefined()
  expect(pick('6.01')).toBe(5915)
  expect(pick('12', [component(), component()])).toBeUndefined()
  expect(pick('1', [component()], 'other')).toBe(5010)
  const twice = [of('m1', '4'), of('m1', '3')]
  expect(codeOf(() => checkPicking([component()], twice, false))).toBe(5915)
})
test('a substitute is picked in place of its component, by its ratio, and both share the need', () => {
  const shared = [component({ substitutes: stands(true) })]
  expect([pick('6', shared, 'other'), pick('7', shared, 'other')]).toEqual([undefined, 5915])
  const both = (own: string, other: string, components = shared) =>
    codeOf(() => checkPicking(components, [of('m1', own), of('other', other)], false))
  expect(both('4', '3')).toBe(5915)
  const twoForOne = [component({ substitutes: stands(true, '2') })]
  expect([pick('12', twoForOne, 'other'), pick('13', twoForOne, 'other')]).toEqual([undefined, 5915])
  expect([both('4', '4', twoForOne), both('4', '5', twoForOne)]).toEqual([undefined, 5915])
  expect(openOf(twoForOne, 'other', false)).toBe('12')
})
test('a substitute that may not be taken is told of; what the order holds of it is picked', () => {
  const unfit = component({ substitutes: stands(false) })
  expect(() => checkPicking([unfit], [of('other', '1')], false)).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ material_code: 'M9', component_code: 'M1' }) }),
  )
  expect(pick('1', [unfit], 'other')).toBe(5024)
  const held = component({ substitutes: stands(false), held: { other: '5' } })
  expect(pick('5', [held], 'other')).toBeUndefined()
  expect(pick('5.5', [held], 'other')).toBe(5915)
  expect(codeOf(() => checkPicking([held], [of('other', '3'), of('other', '3')], false))).toBe(5915)
  expect([openOf([held], 'other', false), openOf([unfit], 'other', false)]).toEqual(['5', '0'])
})
test('what comes back stays within what was picked of the material and not used', () => {
  const back = (quantity: string, of_ = component(), material_id = 'm1') =>
    codeOf(() => checkPicking([of_], [of(material_id, quantity)], true))
  expect(back('3')).toBeUndefined()
  expect(back('3.5')).toBe(5915)
  const stand_ins = [{ material_id: 'other', ratio: '2', quantity: '8' }]
  const mixed = component({ stand_ins, substitutes: stands(false, '2') })
  expect([back('6', mixed, 'other'), back('7', mixed, 'other')]).toEqual([undefined, 5915])
  const unused = component({ stand_ins, returnable_quantity: '8' })
  expect([back('8', unused, 'other'), back('9', unused, 'other')]).toEqual([undefined, 5915])
  const all = [of('m1', '3'), of('other', '2')]
  expect(codeOf(() => checkPicking([mixed], all, true))).toBe(5915)
  expect(back('1', component({ substitutes: stands(true) }), 'other')).toBe(5915)
})
test('no more is put in than is finished', () => {
  const mo = { completed_quantity: '10', inbound_quantity: '7' }
  expect(codeOf(() => expectInbound(mo, '3'))).toBeUndefined()
  expect(codeOf(() => expectInbound(mo, '3.5'))).toBe(5909)
})

describe('lines that are taken over', () => {
  const source: KnownSource = { id: 's1', material_id: 'm', source_no: 'PO1', partner_id: 'p', takes: true, open: '5' }
  const sources = (more: Partial<KnownSource> = {}, other: Partial<KnownSource> = {}) =>
    new Map([
      ['s1', { ...source, ...more }],
      ['s2', { ...source, id: 's2', ...other }],
    ])
  const line = (source_line_id: string | null, quantity = '3') => ({ source_line_id, material_id: 'm', quantity })
  const refusal = (definition: object, row: number) =>
    expect.objectContaining({ definition, data: expect.objectContaining({ row }) })
  test('are of one partner, who fills an empty head', () => {
    expect(checkSources(sources(), [line(null), line('s1'), line('s2')], null)).toBe('p')
    expect(checkSources(sources({ partner_id: null }), [line('s1')], 'x')).toBe('x')
    expect(() => checkSources(sources(), [line('s1')], 'other')).toThrow(refusal(generalErrors.badParameter, 1))
    expect(() => checkSources(sources({}, { partner_id: 'q' }), [line('s1'), line('s2')], null)).toThrow(
      refusal(generalErrors.badParameter, 2),
    )
  })
  test('are open, together for what they say, and of the same goods', () => {
    expect(() => checkSources(sources({ takes: false }), [line('s1')], null)).toThrow(
      refusal(generalErrors.statusNotAllowed, 1),
    )
    expect(() => checkSources(sources(), [line('s1'), line('s1')], null)).toThrow(
      refusal(generalErrors.badParameter, 2),
    )
    expect(() => checkSources(sources({ material_id: 'n' }), [line('s1')], null)).toThrow(
      refusal(generalErrors.recordNotFound, 1),
    )
  })
  test('go back by the lines that they came by, and what none has by none', () => {
    const bought = [
      { id: 's1', quantity: '5' },
      { id: 's2', quantity: '0' },
      { id: 's3', quantity: '2' },
    ]
    expect(linesToReturn(bought, '6')).toEqual([
      { source_line_id: 's1', quantity: '5' },
      { source_line_id: 's3', quantity: '1' },
    ])
    expect(linesToReturn([], '6')).toEqual([{ source_line_id: null, quantity: '6' }])
  })
})
