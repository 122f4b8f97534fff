import { contract } from '@qitao/app-server/testing/contract.ts'
import { imported, rowsIn, xlsx } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { FileAnswer } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { dayOf } from '@qitao/core/time.ts'
import { aDevice, aMaterial, aProcess } from '@qitao/masterdata/testing/factories.ts'
import { expect, test } from 'vitest'
import {
  exportManufacturingBoms,
  listManufacturingBoms,
  showManufacturingBom,
} from '../model/bom/manufacturing-bom.calls.ts'
import {
  approveSubstitute,
  exportMaterialBoms,
  listMaterialBoms,
  proposeSubstitute,
  releaseMaterialBoms,
  showMaterialBom,
} from '../model/bom/material-bom.calls.ts'
import { exportRoutings, listRoutings, showRouting } from '../model/routing/routing.calls.ts'
import { changeLineCalls } from '../model/time/change-line.calls.ts'
import { cycleTimeCalls } from '../model/time/cycle-time.calls.ts'
import { mouldCalls } from '../model/time/mould.calls.ts'

const app = await testApp()

/** The same product, components, processes and machine in any company. */
async function ground(company: TestCompany): Promise<void> {
  for (const [code, kind] of [
    ['P', 2],
    ['A', 0],
    ['B', 0],
    ['C', 0],
  ] as const)
    await aMaterial(company, { code, kind })
  for (const [code, name] of [
    ['P1', '车'],
    ['P2', '铣'],
  ] as const)
    await aProcess(company, { code, name })
  await aDevice(company, { machine_no: 'M-1' })
}
const routings = [
  ['工艺路线编号', '工艺路线名称', '版本', '产品', '顺序', '工序', '等待时间', '转移批量'],
  ['R-1', '路线一', '1', 'P', 10, 'P1', 60, 5],
  ['R-1', '路线一', '1', 'P', 20, '铣', 0, ''],
  ['R-2', '路线二', '1', '', 10, 'P2', 0, ''],
]
const materialBoms = [
  [
    ...['产品', '版本', '基准数量', '子项物料', '用量', '损耗率', '替代料', '替代比例', '子项备注'],
    ...['子项生效日期', '子项失效日期', '替代料生效日期', '替代料失效日期', '替代料批准'],
  ],
  [
    ...['P', '1.0', 10, 'A', 2, 0.05, 'B，C', '1；1.5', '第一行', '2025-01-02', '2060-03-04'],
    ...['2026/1/5；', '；2060-01-01', '已批准；待批准'],
  ],
  ['P', '1.0', 10, 'B', 3, '', '', '', '', '', '', '', '', ''],
]
const manufacturingBoms = [
  ['产品', '版本', '模式', '物料BOM', '工艺路线', '顺序', '工序', '投入物料', '投入数量', '产出物料', '产出数量'],
  ['P', '1', '简易模式', 'P/1.0', 'R-1', 10, 'P1', 'A', 2, '', ''],
  ['P', '1', '简易模式', 'P/1.0', 'R-1', 10, 'P1', 'B', 3, '', ''],
  ['P', '1', '简易模式', 'P/1.0', 'R-1', 20, 'P2', '', '', 'P', 10],
]
const times = [
  ['工序', '产品', '设备', '工时类型', '加工时间', '预期OEE'],
  ['P1', 'P', 'M-1', '单件工时', 12.5, 0.85],
  ['P1', '', '', '批次工时', 60, 1],
]
const changes = [
  ['设备', '前产品', '后系列', '换型时间'],
  ['M-1', 'A', 'S', 600],
  ['', '', '', 300],
]
const moulds = [
  ['编号', '名称', '类型', '工序', '适用产品', '适用设备', '数量', '备注'],
  ['T-1', 'Cap', '模具', 'P1', 'P', '', 2, 'in the rack'],
  ['T-2', 'Gauge', '工装', 'P1', '', '', 1, ''],
]

const done = async (company: TestCompany, type: string, rows: (string | number)[][]) => {
  const { status, result } = await imported(company, type, await xlsx(rows))
  expect({ type, status, errors: result?.errors }).toEqual({ type, status: 2, errors: undefined })
  return result
}
async function filled(company: TestCompany): Promise<void> {
  await ground(company)
  await done(company, 'routing', routings)
  await done(company, 'material_bom', materialBoms)
  await done(company, 'manufacturing_bom', manufacturingBoms)
  await done(company, 'cycle_time', times)
  await done(company, 'change_line', changes)
  await done(company, 'mould', moulds)
}

const oneOf = {
  set: ground,
  refused: (): [string, unknown, ErrorDefinition][] => [
    ['an unknown filter', { phase: 1 }, generalErrors.badParameter],
  ],
  foreign: async (answer: { data: FileAnswer | null }) => expect((await rowsIn(answer.data!)).length).toBe(1),
} as const
contract(app, exportRoutings, {
  ...oneOf,
  set: async company => {
    await ground(company)
    await done(company, 'routing', routings)
  },
  good: () => ({ columns: ['code', 'version', 'status'] }),
  check: async data =>
    expect(await rowsIn(data)).toEqual([
      ['工艺路线编号', '版本', '状态'],
      ['R-1', '1', '草稿'],
      ['R-2', '1', '草稿'],
    ]),
})
contract(app, exportMaterialBoms, { ...oneOf, good: () => ({ is_default: true }) })
contract(app, exportManufacturingBoms, { ...oneOf, good: () => ({}) })
for (const calls of [cycleTimeCalls, changeLineCalls, mouldCalls]) {
  contract(app, calls.export as typeof cycleTimeCalls.export, { ...oneOf, good: () => ({ columns: ['remark'] }) })
}

test('routings, BoMs and times go out and into another company as they were', async () => {
  const company = await app.company()
  const other = await app.company()
  await filled(company)
  await ground(other)
  const carried = [
    ['routing', exportRoutings],
    ['material_bom', exportMaterialBoms],
    ['manufacturing_bom', exportManufacturingBoms],
    ['cycle_time', cycleTimeCalls.export],
    ['change_line', changeLineCalls.export],
    ['mould', mouldCalls.export],
  ] as const
  for (const [type, call] of carried) {
    const file = await company.admin.ok(call as typeof exportRoutings, {})
    expect({ type, ...(await imported(other, type, file)) }).toMatchObject({ type, status: 2 })
    const again = await other.admin.ok(call as typeof exportRoutings, {})
    expect((await rowsIn(again)).toSorted()).toEqual((await rowsIn(file)).toSorted())
  }
  const [bom] = (await other.admin.ok(listMaterialBoms, {})).result
  const { lines } = await other.admin.ok(showMaterialBom, { id: bom!.id })
  const day = (at: number | null) => at && dayOf(at, 'Asia/Shanghai')
  expect(
    lines[0]?.substitutes.map(one => [
      ...[one.material_code, one.ratio, day(one.valid_from), day(one.expiry_time), one.approved],
    ]),
  ).toEqual([
    ['B', '1', '2026-01-05', null, true],
    ['C', '1.5', null, '2060-01-01', false],
  ])
  // What waits is not approved with its version either.
  await other.admin.ok(releaseMaterialBoms, { ids: [bom!.id] })
  expect(
    (await other.admin.ok(showMaterialBom, { id: bom!.id })).lines[0]?.substitutes.map(({ approved }) => approved),
  ).toEqual([true, false])
  expect(lines.map(one => [one.valid_from, one.expiry_time].map(day => day && dayOf(day, 'Asia/Shanghai')))).toEqual([
    ['2025-01-02', '2060-03-04'],
    [null, null],
  ])
  const [flow] = (await other.admin.ok(listManufacturingBoms, {})).result
  expect((await other.admin.ok(showManufacturingBom, { id: flow!.id })).lines.map(one => one.inputs.length)).toEqual([
    2, 0,
  ])
  const [route] = (await other.admin.ok(listRoutings, { keyword: 'R-1' })).result
  expect((await other.admin.ok(showRouting, { id: route!.id })).lines.map(one => one.wait_seconds)).toEqual([60, 0])
})

test('a substitute that nobody has approved says so in the file', async () => {
  const company = await app.company()
  await filled(company)
  const [bom] = (await company.admin.ok(listMaterialBoms, {})).result
  await company.admin.ok(releaseMaterialBoms, { ids: [bom!.id] })
  const { lines } = await company.admin.ok(showMaterialBom, { id: bom!.id })
  const b = lines[1]!
  const proposed = await aMaterial(company, { code: 'D', kind: 0 })
  await company.admin.ok(proposeSubstitute, {
    ...{ bom_id: bom!.id, component_id: b.material_id, material_id: proposed.id, ratio: '1' },
  })
  const said = async () =>
    (await rowsIn(await company.admin.ok(exportMaterialBoms, {})))
      .flat()
      .filter(cell => /^(待|已)批准/.test(String(cell)))
  expect(await said()).toEqual(['已批准；待批准', '待批准'])
  await company.admin.ok(approveSubstitute, {
    ...{ bom_id: bom!.id, component_id: b.material_id, material_id: proposed.id, approved: true },
  })
  expect(await said()).toEqual(['已批准；待批准'])
})
test('days and approvals of substitutes that are none are told at their cell', async () => {
  const company = await app.company()
  await ground(company)
  const { result } = await imported(
    company,
    'material_bom',
    await xlsx([
      ['产品', '版本', '子项物料', '用量', '替代料', '替代料生效日期', '替代料批准'],
      ['P', '1', 'A', 1, 'B', '下周', '也许'],
    ]),
  )
  expect(result.errors).toMatchObject([
    { row: 2, column: 'F' },
    { row: 2, column: 'G' },
  ])
})

test('a cycle time that is there is changed; an entry with product and series is refused at its row', async () => {
  const company = await app.company()
  await filled(company)
  expect(await done(company, 'cycle_time', [times[0]!, ['P1', 'P', 'M-1', '单件工时', 10, 0.85]])).toMatchObject({
    added: 0,
    changed: 1,
  })
  const both = await xlsx([
    ['前产品', '前系列', '换型时间'],
    ['A', 'S', 60],
  ])
  expect((await imported(company, 'change_line', both)).result.errors[0]).toMatchObject({ row: 2, column: 'B' })
})

test('a version that is there is refused; each document that is wrong is told', async () => {
  const company = await app.company()
  await filled(company)
  const [bom] = (await company.admin.ok(listMaterialBoms, {})).result
  await company.admin.ok(releaseMaterialBoms, { ids: [bom!.id] })
  const heads = ['产品', '版本', '子项物料', '用量']
  const { result } = await imported(
    company,
    'material_bom',
    await xlsx([heads, ['P', '1.0', 'A', 1], ['A', '1', 'A', 1], ['P', '2.0', 'A', 1]]),
  )
  expect(result.errors.map((one: { row: number }) => one.row)).toEqual([2, 3])
  expect((await company.admin.ok(listMaterialBoms, {})).total).toBe(1)
})
