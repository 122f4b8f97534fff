import { cancelJob } from '@qitao/access/model/job/job.calls.ts'
import { downloadErrorFile, exportTemplate, importFile } from '@qitao/access/model/record/excel.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { fileOf, imported, rowsIn, xlsx } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { FileAnswer } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { excelErrors } from '@qitao/platform/server/excel/excel.errors.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { expect, test } from 'vitest'
import { masterdataErrors } from '../model/masterdata.errors.ts'
import { exportMaterials, listMaterials } from '../model/material/material.calls.ts'
import { customerCalls } from '../model/partner/customer.calls.ts'
import { supplierCalls } from '../model/partner/supplier.calls.ts'
import { processCalls } from '../model/process/process.calls.ts'
import { deviceCalls } from '../model/resource/device.calls.ts'
import { workgroupCalls } from '../model/resource/workgroup.calls.ts'
import { listUnitConversions } from '../model/unit/unit.calls.ts'
import { aDevice, aMaterial, aProcess, aSupplier, aUnit, aWorkgroup, materials } from '../testing/factories.ts'

const app = await testApp()
/** Its imports run in threads, as they do in the product: what goes in and comes out, refusals too, and a cancelled one ends. */
const threaded = await testApp({ jobThreads: true })
const nobody = '018f0000-0000-7000-8000-000000000000'
const heads = ['物料编码', '物料名称', '物料属性', '单位']
const good = () => xlsx([heads, ['A-1', '铝板', '原材料', '件']])

const exists = (answer: { code: number }) => expect(answer.code).toBe(200)
const held = async (file: FileAnswer, words: string) =>
  expect((await rowsIn(file)).flat().some(cell => cell.includes(words))).toBe(true)

contract(app, exportTemplate, {
  set: async () => undefined,
  good: () => ({ template_type: 'material' }),
  check: async data => {
    expect(data.name).toBe('物料导入模板.xlsx')
    expect((await rowsIn(data))[0]?.slice(0, 2)).toEqual(['物料编码 *', '物料名称 *'])
  },
  refused: () => [['no such template', { template_type: 'nothing' }, generalErrors.badParameter]],
  foreign: exists,
})
contract(app, importFile, {
  set: async company => {
    await aUnit(company, { name: '件' })
    return good()
  },
  good: file => ({ file, import_type: 'material' }),
  check: async ({ job_id }, _, company) => {
    expect(await company.jobEnd(job_id)).toMatchObject({ status: 2, result: { rows: 1, added: 1, changed: 0 } })
  },
  refused: file => [
    ['no such import', { file, import_type: 'nothing' }, generalErrors.badParameter],
    [
      'no Excel file',
      { file: fileOf('a.xlsx', Buffer.from('MZ program')), import_type: 'material' },
      generalErrors.fileInvalid,
    ],
    ['no file', { import_type: 'material' }, generalErrors.fieldRequired],
  ],
  // The stranger imports into the own company.
  foreign: exists,
})
contract(app, downloadErrorFile, {
  set: async company => {
    const { result } = await imported(company, 'material', await xlsx([heads, ['A-1', '铝板', '原材料', '没有']]))
    return { file_id: result.excel_path.split('=')[1] as string }
  },
  good: set => set,
  check: data => held(data, '「没有」不存在'),
  refused: () => [['no such file', { file_id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, exportMaterials, {
  set: company =>
    materials(company, [
      { code: '=1+1', name: '铝板' },
      { code: 'B-2', name: '外壳' },
    ]),
  good: ([one]) => ({ ids: [one!.id], columns: ['code', 'name', 'unit_id'] }),
  check: async data => {
    const [head, ...rows] = await rowsIn(data)
    expect(head).toEqual(['物料编码', '物料名称', '单位'])
    expect(rows.map(row => row[0])).toEqual(['=1+1'])
  },
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: async answer => expect((await rowsIn(answer.data!)).length).toBe(1),
})
const plainExports = [
  [deviceCalls, aDevice],
  [processCalls, aProcess],
  [workgroupCalls, aWorkgroup],
  [supplierCalls, aSupplier],
  [
    customerCalls,
    (company: TestCompany) => company.admin.ok(customerCalls.add, { code: 'C-1', name: '甲公司' } as never),
  ],
] as const
for (const [calls, make] of plainExports) {
  contract(app, calls.export as typeof deviceCalls.export, {
    set: async company => void (await make(company)),
    good: () => ({}),
    check: async data => expect((await rowsIn(data)).length).toBe(2),
    refused: () => [['an unknown filter', { phase: 1 }, generalErrors.badParameter]],
    foreign: async answer => expect((await rowsIn(answer.data!)).length).toBe(1),
  })
}

test('every wrong cell of a file is told with row, column and remedy, and nothing is kept', async () => {
  const company = await app.company()
  await aUnit(company, { name: '件', precision: 0 })
  const file = await xlsx([
    [...heads, '安全库存', '供货提前期', '库存下限', '库存上限'],
    ['A-1', '铝板', '原材料', '件', 10, 3, 1, 5],
    ['', '没有编码', '原材料', '件', 1, 3],
    ['A-3', '单位不对', '原材料', '箱', 1, 3],
    ['A-4', '数字不对', '不存在', '件', '很多', 400],
    ['A-1', '重复', '原材料', '件', 1, 1],
    ['A-6', '小数', '原材料', '件', 1.5, 1],
    ['A-7', '上下限', '原材料', '件', 1, 1, 9, 5],
  ])
  for (const dry_run of ['true', 'false'] as const) {
    const { status, error_code, result } = await imported(company, 'material', file, { dry_run })
    expect({ status, error_code }).toEqual({ status: 3, error_code: 1101 })
    expect(result.errors.map((one: { row: number; column: string }) => `${one.column}${one.row}`)).toEqual([
      'A3',
      'D4',
      'C5',
      'E5',
      'F5',
      'A6',
      'E7',
      'H8',
    ])
    expect(result.errors[1].message).toContain('请先新增')
    expect((await company.admin.ok(listMaterials, {})).total).toBe(0)
  }
})

test('a corrected error file is imported as it is; rows whose code exists are changed, only in the columns of the file', async () => {
  const company = await threaded.company()
  await aUnit(company, { name: '件' })
  await aSupplier(company, { code: 'S-1', name: '甲' })
  await aMaterial(company, { code: 'A-1', name: '旧名', series: '留着' })
  const failed = await imported(
    company,
    'material',
    await xlsx([heads, ['A-1', '新名', '原材料', '件'], ['A-2', '', '原材料', '件']]),
  )
  const file_id = failed.result.excel_path.split('=')[1]
  const [head, first, second] = await rowsIn(await company.admin.ok(downloadErrorFile, { file_id }))
  expect(head?.at(-1)).toBe('错误说明')
  second![1] = '补上名称'
  const { result } = await imported(company, 'material', await xlsx([head!, first!, second!]))
  expect(result).toMatchObject({ added: 1, changed: 1, unchanged: 0 })
  const { result: rows } = await company.admin.ok(listMaterials, { order_by: 'code' })
  expect(rows.map(({ code, name, series }) => [code, name, series])).toEqual([
    ['A-1', '新名', '留着'],
    ['A-2', '补上名称', null],
  ])
})

test('what was exported is imported again: nothing changes here, all of it arrives in another company', async () => {
  const company = await app.company()
  const other = await app.company()
  for (const one of [company, other]) {
    await aUnit(one, { name: '千克', precision: 3 })
    await aSupplier(one, { code: 'S-1', name: '甲' })
  }
  const file = await xlsx([
    ['物料编码', '物料名称', '物料属性', '单位', '默认供应商', '安全库存', '采购单价', '批次管理', '备注', '规格'],
    ['001', '铝板', '原材料', '千克', 'S-1', '0.125', '1234567.89', '是', '+86 138\n第二行', '=1+1'],
    ['-5', 'Ünïcode 😀', '成品', '千克', '甲', 12.5, '', '否', '@', '\t缩进'],
  ])
  expect((await imported(company, 'material', file)).result).toMatchObject({ added: 2 })
  const columns = [
    'code',
    'name',
    'kind',
    'unit_id',
    'supplier_id',
    'safety_stock',
    'purchase_price',
    'lot_managed',
    'serial_policy',
    'remark',
    'specs',
  ]
  const exported = await company.admin.ok(exportMaterials, { columns })
  expect((await imported(company, 'material', exported)).result).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
  expect((await imported(other, 'material', exported)).result).toMatchObject({ added: 2 })
  const plain = async (of: TestCompany) =>
    (await of.admin.ok(listMaterials, { order_by: 'code' })).result.map(row =>
      columns.filter(name => !name.endsWith('_id')).map(name => row[name as 'code']),
    )
  expect(await plain(other)).toEqual(await plain(company))
  const english = await company.admin.ok(exportMaterials, {}, { language: 'en' })
  expect((await imported(company, 'material', english)).result).toMatchObject({ changed: 0, unchanged: 2 })
})

test('the unit of a material in use, and the decimals of a unit in use, do not change by import', async () => {
  const company = await app.company()
  const unit = await aUnit(company, { name: '件', precision: 2 })
  await aUnit(company, { name: '箱' })
  const one = await aMaterial(company, { code: 'A', unit_id: unit.id })
  const conversions = [
    ['源单位', '目标单位', '目标单位数量', '源单位数量', '适用物料'],
    ['箱', '件', 12, 1, 'A'],
  ]
  expect((await imported(company, 'unit_conversion', await xlsx(conversions))).result).toMatchObject({ added: 1 })
  expect((await company.admin.ok(listUnitConversions, {})).total).toBe(1)
  expect(one.code).toBe('A')
  const units = await imported(
    company,
    'unit',
    await xlsx([
      ['单位名称', '小数位数'],
      ['件', 0],
    ]),
  )
  expect(units.result.errors[0].message).toContain(masterdataErrors.unitInUse.text.zh)
})

test('devices and workgroups with several processes and members; customers that are suppliers too', async () => {
  const company = await app.company()
  await aProcess(company, { code: 'P1', name: '车' })
  await aProcess(company, { code: 'P2', name: '铣' })
  const devices = await xlsx([
    ['设备编号', '设备名称', '可做工序'],
    ['M-1', '一号机', 'P1，铣'],
    ['M-2', '二号机', ''],
  ])
  expect((await imported(company, 'device', devices)).result).toMatchObject({ added: 2 })
  const again = await xlsx([
    ['设备编号', '设备名称', '可做工序'],
    ['M-1', '一号机', 'P2'],
  ])
  expect((await imported(company, 'device', again)).result).toMatchObject({ changed: 1 })
  const found = await company.admin.ok(deviceCalls.list, { order_by: 'machine_no' })
  expect(found.result.map(row => row.process_names)).toEqual([['铣'], []])
  const customers = await xlsx([
    ['编号', '名称', '类型'],
    ['C-1', '甲', '客户兼供应商'],
    ['C-2', '甲', '客户'],
  ])
  const failed = await imported(company, 'customer', customers)
  expect(failed.result.errors.map((one: { row: number }) => one.row)).toEqual([3])
  expect((await company.admin.ok(supplierCalls.list, {})).total).toBe(0)
})

test('R-105 who may not open the page may not import; one import of a kind at a time; too many rows are refused', async () => {
  const company = await app.company()
  await aUnit(company, { name: '件' })
  const file = await good()
  const member = await company.member([pages.devices])
  expect((await member.send(importFile, { file, import_type: 'material' })).code).toBe(generalErrors.noPermission.code)
  // The first one is not over before the second is asked for.
  const holder = await app.database.pool.connect()
  await holder.query('begin; lock table material in share row exclusive mode')
  const both = await Promise.all([1, 2].map(() => company.admin.send(importFile, { file, import_type: 'material' })))
  await holder.query('commit')
  holder.release()
  expect(both.map(({ code }) => code).sort()).toEqual([200, generalErrors.programLocked.code])
  await company.as(tx =>
    tx.insertInto('organization_config').values({ config_key: 'import_row_limit', config_value: '2' }).execute(),
  )
  const rows = [1, 2, 3].map(n => [`B-${n}`, 'x', '原材料', '件'])
  const { error_code } = await imported(company, 'process', await xlsx([heads, ...rows]))
  expect(error_code).toBe(excelErrors.tooManyRows.code)
})

test('an import that is cancelled while it waits for others leaves nothing, neither rows nor its file', async () => {
  const company = await threaded.company()
  await aUnit(company, { name: '件' })
  await imported(company, 'material', await good())
  const held = Promise.withResolvers<void>()
  const lets = Promise.withResolvers<void>()
  const holder = company.as(async tx => {
    await tx.selectFrom('material').select('id').forUpdate().execute()
    held.resolve()
    await lets.promise
  })
  await held.promise
  const rows = [1, 2].map(n => [`A-${n}`, '改名', '原材料', '件'])
  const { job_id } = await company.admin.ok(importFile, { file: await xlsx([heads, ...rows]), import_type: 'material' })
  const waiting = async () => {
    const { rowCount } = await threaded.database.pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rowCount
  }
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1)
  await company.admin.ok(cancelJob, { job_id })
  const { status } = await company.jobEnd(job_id, 60)
  lets.resolve()
  await holder
  expect(status).toBe(jobStatus.codes.cancelled)
  const { result } = await company.admin.ok(listMaterials, {})
  expect(result.map(({ code, name }) => [code, name])).toEqual([['A-1', '铝板']])
  expect(await company.as(tx => tx.selectFrom('excel_file').selectAll().execute())).toEqual([])
  expect(await company.as(tx => tx.selectFrom('excel_file_piece').selectAll().execute())).toEqual([])
  // The way is free for the next one.
  expect((await imported(company, 'material', await xlsx([heads, ...rows]))).status).toBe(jobStatus.codes.done)
})
