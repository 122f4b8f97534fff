import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { expect, test } from 'vitest'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import { standardUnits } from '../../model/unit/standard-units.ts'
import {
  addStandardUnits,
  addUnit,
  addUnitConversions,
  alterUnits,
  deleteUnitConversions,
  deleteUnits,
  listUnitConversions,
  queryMaterialUnits,
  queryUnit,
  queryUnitByGroup,
  queryUnitDetail,
  searchUnit,
} from '../../model/unit/unit.calls.ts'
import { aMaterial, aUnit, units } from '../../testing/factories.ts'

const app = await testApp()
const nobody = '018f0000-0000-7000-8000-000000000000'

contract(app, queryUnit, {
  set: company => units(company, [{ name: '千克', name_en: 'kg', group: 'weight', status: 0 }, { name: '个' }]),
  good: () => ({}),
  check: data => expect(data.result.map(unit => unit.name).toSorted()).toEqual(['个', '千克']),
  refused: () => [
    ['a status that is none', { status: 3 }, generalErrors.badParameter],
    ['an order that is none', { order_by: 'phase' }, generalErrors.badParameter],
  ],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, queryUnitDetail, {
  set: company => aUnit(company, { name: '米' }),
  good: unit => ({ id: unit.id }),
  check: data => expect(data.record).toMatchObject({ name: '米', precision: 0, material_count: 0 }),
  refused: () => [['one that is gone', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, searchUnit, {
  set: company => units(company, [{ name: '千克', name_en: 'kg' }, { name: '个' }]),
  good: () => ({ keyword: 'KG' }),
  check: data => expect(data.result.map(unit => unit.name)).toEqual(['千克']),
  refused: () => [['no keyword', {}, generalErrors.fieldRequired]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, queryUnitByGroup, {
  set: company => units(company, [{ name: 'kg', group: 'weight' }, { name: 'g', group: 'weight' }, { name: 'x' }]),
  good: () => ({}),
  check: data =>
    expect(data.result.map(({ group, units }) => [group, units.length])).toEqual([
      ['weight', 2],
      [null, 1],
    ]),
  refused: () => [['a field that is none', { size: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, addUnit, {
  set: company => aUnit(company, { name: '箱' }),
  good: () => ({ name: '托盘', name_en: 'pallet', group: 'package', precision: 0 }),
  check: async (data, _, company) => {
    const { record } = await company.admin.ok(queryUnitDetail, { id: data.id })
    expect(record).toMatchObject({ name: '托盘', name_en: 'pallet', group: 'package', precision: 0, status: 1 })
  },
  refused: () => [
    ['a name that exists', { name: '箱' }, masterdataErrors.unitExists],
    ['no name', { name: ' ' }, generalErrors.fieldRequired],
    ['seven decimals', { name: 'x', precision: 7 }, generalErrors.badParameter],
  ],
  foreign: answer => expect(answer.code).toBe(200),
})
contract(app, alterUnits, {
  set: async company => {
    const [used, free] = await units(company, [
      { name: '米', precision: 3 },
      { name: '卷', precision: 2 },
    ])
    await aMaterial(company, { unit_id: used!.id })
    return { used: used!, free: free! }
  },
  good: ({ used, free }) => ({
    units: [
      { id: used.id, row_version: 0, name: '公尺', precision: 4 },
      { id: free.id, row_version: 0, name: '卷', precision: 0 },
    ],
  }),
  check: async (data, { used, free }, company) => {
    expect(data.done_ids).toEqual([used.id, free.id])
    expect((await company.admin.ok(queryUnitDetail, { id: used.id })).record).toMatchObject({
      name: '公尺',
      precision: 4,
      row_version: 1,
    })
  },
  refused: ({ used, free }) => [
    [
      'fewer decimals of one in use',
      { units: [{ id: used.id, row_version: 0, name: '米', precision: 2 }] },
      masterdataErrors.unitInUse,
    ],
    ['an old version', { units: [{ id: free.id, row_version: 4, name: '卷' }] }, generalErrors.versionConflict],
    ['the name of another', { units: [{ id: free.id, row_version: 0, name: '米' }] }, masterdataErrors.unitExists],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, deleteUnits, {
  set: async company => {
    const [used, converted, free] = await units(company, [{}, {}, {}])
    await aMaterial(company, { unit_id: used!.id })
    await company.admin.ok(addUnitConversions, {
      conversions: [{ from_unit_id: used!.id, to_unit_id: converted!.id, numerator: 2 }],
    })
    return { used: used!.id, converted: converted!.id, free: free!.id }
  },
  good: ({ free }) => ({ ids: [free] }),
  check: (data, { free }) => expect(data.done_ids).toEqual([free]),
  refused: ({ used, converted }) => [
    ['one of a material', { ids: [used] }, masterdataErrors.unitInUse],
    ['one of a conversion', { ids: [converted] }, masterdataErrors.unitInUse],
    ['none', { ids: [] }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, addStandardUnits, {
  set: async () => ({}),
  good: () => ({}),
  check: (data, _, _company) => expect(data.affected).toBe(standardUnits.length),
  refused: () => [['a field that is none', { all: true }, generalErrors.badParameter]],
  foreign: answer => expect(answer.code).toBe(200),
})
test('the standard units are added once; a company’s own of the same name stays', async () => {
  const company = await app.company()
  await aUnit(company, { name: '千克', precision: 1 })
  expect((await company.admin.ok(addStandardUnits, {})).affected).toBe(standardUnits.length - 1)
  const { result } = await company.admin.ok(searchUnit, { keyword: '千克' })
  expect(result.map(unit => unit.precision)).toEqual([1])
  expect((await company.admin.send(addStandardUnits, {})).code).toBe(masterdataErrors.unitExists.code)
})

test('the standard units are named in the language of who adds them, and stay one when another adds them in the other', async () => {
  const company = await app.company()
  const names = async () => (await company.admin.ok(searchUnit, { keyword: 'kg' })).result.map(({ name }) => name)
  await company.admin.ok(addStandardUnits, {}, { language: 'en' })
  expect(await names()).toEqual(['kg'])
  expect((await company.admin.send(addStandardUnits, {})).code).toBe(masterdataErrors.unitExists.code)
})

const threeUnits = async (company: Parameters<typeof units>[0]) => {
  const [roll, metre, box] = await units(company, [{ name: '卷' }, { name: '米' }, { name: '箱' }])
  const film = await aMaterial(company)
  return { roll: roll!.id, metre: metre!.id, box: box!.id, film: film.id }
}
contract(app, queryMaterialUnits, {
  set: async company => {
    const { box, roll, metre, film } = await threeUnits(company)
    const { id } = await aMaterial(company, { unit_id: metre })
    await company.admin.ok(addUnitConversions, {
      conversions: [
        { from_unit_id: box, to_unit_id: roll, numerator: '12' },
        { from_unit_id: roll, to_unit_id: metre, numerator: '250', material_id: id },
        { from_unit_id: roll, to_unit_id: metre, numerator: '100', material_id: film },
      ],
    })
    const { id: plain } = await aMaterial(company, { unit_id: roll })
    return { id, film, plain, box, roll }
  },
  good: ({ id, film, plain }) => ({ material_ids: [id, film, plain] }),
  check: ({ result }, { id, film, plain, box, roll }) => {
    const others = (material_id: string) =>
      result
        .find(one => one.material_id === material_id)!
        .others.map(one => [one.unit_id, Number(one.numerator) / Number(one.denominator)])
    // The largest first.
    expect(others(id)).toEqual([
      [box, 3000],
      [roll, 250],
    ])
    // In a unit of its own, into which nothing converts; in rolls, by what holds for all.
    expect(others(film)).toEqual([])
    expect(others(plain)).toEqual([[box, 12]])
    expect(result.find(one => one.material_id === plain)).toMatchObject({ unit_name: '卷', decimals: 0 })
  },
  refused: ({ id }) => [
    ['no material', { material_ids: [id, '018f0000-0000-7000-8000-000000000000'] }, generalErrors.recordNotFound],
    ['none', { material_ids: [] }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, addUnitConversions, {
  set: async company => {
    const set = await threeUnits(company)
    await company.admin.ok(addUnitConversions, {
      conversions: [{ from_unit_id: set.box, to_unit_id: set.roll, numerator: '12' }],
    })
    return set
  },
  good: ({ roll, metre, film }) => ({
    conversions: [
      { from_unit_id: roll, to_unit_id: metre, numerator: '250', denominator: '3' },
      { from_unit_id: roll, to_unit_id: metre, numerator: '100', material_id: film },
    ],
  }),
  check: async (data, { film }, company) => {
    expect(data.affected).toBe(2)
    const { result } = await company.admin.ok(listUnitConversions, { material_id: film })
    expect(result).toMatchObject([{ from_unit_name: '卷', to_unit_name: '米', numerator: '100.000000' }])
  },
  refused: ({ roll, metre, box }) => {
    const one = (more: object) => ({ conversions: [{ from_unit_id: roll, to_unit_id: metre, numerator: 1, ...more }] })
    return [
      ['a factor of zero', one({ numerator: 0 }), masterdataErrors.unitConversionInvalid],
      ['a divisor of zero', one({ denominator: '0' }), masterdataErrors.unitConversionInvalid],
      ['one unit only', one({ to_unit_id: roll }), masterdataErrors.unitConversionInvalid],
      ['the way back', one({ to_unit_id: box }), masterdataErrors.unitConversionInvalid],
      ['a unit that is none', one({ to_unit_id: nobody }), masterdataErrors.unitNotFound],
      ['a material that is none', one({ material_id: nobody }), generalErrors.recordNotFound],
    ]
  },
  foreign: masterdataErrors.unitNotFound,
})
contract(app, listUnitConversions, {
  set: async company => {
    const set = await threeUnits(company)
    await company.admin.ok(addUnitConversions, {
      conversions: [{ from_unit_id: set.box, to_unit_id: set.roll, numerator: '12' }],
    })
    return set
  },
  good: () => ({ keyword: '箱' }),
  check: data =>
    expect(data.result).toMatchObject([{ from_unit_name: '箱', to_unit_name: '卷', denominator: '1.000000' }]),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, deleteUnitConversions, {
  set: async company => {
    const { roll, metre } = await threeUnits(company)
    await company.admin.ok(addUnitConversions, {
      conversions: [{ from_unit_id: roll, to_unit_id: metre, numerator: '12' }],
    })
    return (await company.admin.ok(listUnitConversions, {})).result[0]!.id
  },
  good: id => ({ ids: [id] }),
  check: async (_, __, company) => expect((await company.admin.ok(listUnitConversions, {})).total).toBe(0),
  refused: () => [['one that is gone', { ids: [nobody] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
