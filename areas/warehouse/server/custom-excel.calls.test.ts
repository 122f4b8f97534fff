import { queryCustomFieldList, setCustomFieldList } from '@qitao/access/model/record/custom-field.calls.ts'
import { exportTemplate } from '@qitao/access/model/record/excel.calls.ts'
import { imported, rowsIn, xlsx } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { exportMos, listMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { labelObject, labelType, printLabel } from '@qitao/masterdata/model/material/label.calls.ts'
import { exportMaterials, listMaterials } from '@qitao/masterdata/model/material/material.calls.ts'
import { aMaterial, aSupplier, aUnit } from '@qitao/masterdata/testing/factories.ts'
import { exportPurchaseOrders, listPurchaseOrders } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { exportSalesOrders, listSalesOrders } from '@qitao/sales/model/sales-order.calls.ts'
import { expect, test } from 'vitest'

// Fields of the company's own, in the template, the import, the export and on labels.
const app = await testApp()
const custom_fields = [
  { field_name: '颜色', field_type: 'text' as const },
  { field_name: '壁厚', field_type: 'number' as const },
  { field_name: '检定日期', field_type: 'date' as const },
  { field_name: '等级', field_type: 'select' as const, options: ['甲', '乙'] },
  // Called as a column that is there already.
  { field_name: '备注', field_type: 'text' as const },
]
/** 4 November 2026 in Shanghai. */
const day = 1_793_721_600
async function ground(module_codes: readonly string[]) {
  const company = await app.company()
  for (const module_code of module_codes) await company.admin.ok(setCustomFieldList, { module_code, custom_fields })
  await aUnit(company, { name: '件', precision: 2 })
  return company
}
/** Values by the names of the fields: keys are each company's own. */
async function named(company: TestCompany, module_code: string, custom: unknown) {
  const { result } = await company.admin.ok(queryCustomFieldList, { module_code })
  const values = custom as Record<string, unknown>
  return Object.fromEntries(
    result.flatMap(({ field_name, field_key }) => (field_key in values ? [[field_name, values[field_key]]] : [])),
  )
}
const filled = { 颜色: '红', 壁厚: '1.25', 检定日期: day, 等级: '乙', 备注: '自有' }
const custom = ['颜色', '壁厚', '检定日期', '等级', '备注 (+)']
const cells = ['红', '1.25', '2026-11-04', '乙', '自有']

test('materials: the template has the fields, a file brings them, changes only its own columns, and goes round', async () => {
  const company = await ground(['material'])
  const template = await company.admin.ok(exportTemplate, { template_type: 'material' })
  expect((await rowsIn(template))[0]?.slice(-5)).toEqual(custom)
  const heads = ['物料编码', '物料名称', '物料属性', '单位']
  const file = await xlsx([
    [...heads, ...custom],
    ['A-1', '铝板', '原材料', '件', ...cells],
    ['A-2', '铜板', '原材料', '件', '', '', '', '', ''],
  ])
  expect((await imported(company, 'material', file)).result).toMatchObject({ added: 2 })
  const values = async (of: TestCompany) => {
    const { result } = await of.admin.ok(listMaterials, { order_by: 'code' })
    return Promise.all(result.map(row => named(of, 'material', row.custom)))
  }
  expect(await values(company)).toEqual([filled, {}])

  const some = [
    ['物料编码', '壁厚'],
    ['A-1', '2'],
    ['A-2', ''],
  ]
  expect((await imported(company, 'material', await xlsx(some))).result).toMatchObject({ changed: 1, unchanged: 1 })
  expect(await values(company)).toEqual([{ ...filled, 壁厚: '2' }, {}])

  const whole = await company.admin.ok(exportMaterials, {})
  expect((await imported(company, 'material', whole)).result).toMatchObject({ changed: 0, unchanged: 2 })
  const other = await ground(['material'])
  expect((await imported(other, 'material', whole)).result).toMatchObject({ added: 2 })
  expect(await values(other)).toEqual([{ ...filled, 壁厚: '2' }, {}])
  // The list as it is shown has the column that is asked for.
  const { result } = await company.admin.ok(queryCustomFieldList, { module_code: 'material' })
  const columns = ['code', `custom.${result[3]!.field_key}`]
  expect(await rowsIn(await company.admin.ok(exportMaterials, { columns, order_by: 'code' }))).toEqual([
    ['物料编码', '等级'],
    ['A-1', '乙'],
    ['A-2'],
  ])
})

test('a wrong value, and a required one that is empty, are told with row and column', async () => {
  const company = await ground([])
  await company.admin.ok(setCustomFieldList, {
    module_code: 'material',
    custom_fields: custom_fields.map(field => ({ ...field, required: field.field_name === '颜色' })),
  })
  const heads = ['物料编码', '物料名称', '物料属性', '单位', '颜色', '壁厚', '等级']
  const file = await xlsx([
    heads,
    ['A-1', '铝板', '原材料', '件', '', '厚', '丙'],
    ['A-2', '铝板', '原材料', '件', '红', '1', '甲'],
  ])
  const { error_code, result } = await imported(company, 'material', file)
  expect(error_code).toBe(1101)
  const told = (result.errors as { row: number; title: string }[]).map(({ row, title }) => `${row} ${title}`)
  expect(told).toEqual(['2 颜色', '2 壁厚', '2 等级'])
  expect((await company.admin.ok(listMaterials, {})).total).toBe(0)
})

const documents = [
  [
    'sales_order',
    exportSalesOrders,
    listSalesOrders,
    ['订单号', '下单日期', '交付日期'],
    ['S-1', '2026-11-01', '2026-12-01'],
  ],
  [
    'purchase_order',
    exportPurchaseOrders,
    listPurchaseOrders,
    ['采购单号', '供应商', '采购日期', '预计到货'],
    ['P-1', 'V-1', '2026-11-01', '2026-11-20'],
  ],
  ['mo', exportMos, listMos, ['工单号', '交期'], ['M-1', '2026-12-01']],
] as const
test.each(documents)(
  '%s: the document carries its own fields in and out',
  async (type, exporting, listing, heads, head) => {
    const company = await ground([type])
    const other = await ground([type])
    for (const of of [company, other]) {
      await aSupplier(of, { code: 'V-1', name: '甲' })
      const { id } = await aMaterial(of, { code: 'P-1', kind: 2 })
      await aReleasedProduct(of, { material_id: id })
    }
    const line = type === 'mo' ? ['产品', '计划数量'] : ['物料', type === 'purchase_order' ? '采购数量' : '数量']
    const file = await xlsx([
      [...heads, ...line, ...custom],
      [...head, 'P-1', '3', ...cells],
    ])
    expect(await imported(company, type, file)).toMatchObject({ error_code: null, result: { added: 1 } })
    const values = async (of: TestCompany) => {
      const { result } = (await of.admin.ok(listing as typeof listMos, {})) as { result: { custom?: unknown }[] }
      return Promise.all(result.map(row => named(of, type, row.custom)))
    }
    expect(await values(company)).toEqual([filled])
    const whole = await company.admin.ok(exporting as typeof exportMos, {})
    expect((await rowsIn(whole))[0]?.slice(-5)).toEqual(custom)
    expect(await imported(other, type, whole)).toMatchObject({ error_code: null, result: { added: 1 } })
    expect(await values(other)).toEqual([filled])
  },
)

test('a label shows the fields that are asked for, three at most, and none that is not there', async () => {
  const company = await ground(['material'])
  const { result } = await company.admin.ok(queryCustomFieldList, { module_code: 'material' })
  const keys = result.map(({ field_key }) => field_key)
  const { id } = await aMaterial(company, { custom: { [keys[0]!]: '红', [keys[2]!]: day } } as never)
  const asked = {
    label_type: labelType.codes.barcode,
    object_key: labelObject.codes.material,
    object_ids: [id],
  }
  const without = await company.admin.ok(printLabel, asked)
  const shown = await company.admin.ok(printLabel, { ...asked, custom_keys: [keys[0]!, keys[2]!] })
  expect(Buffer.from(shown.bytes).equals(Buffer.from(without.bytes))).toBe(false)
  expect(shown.bytes.length).toBeGreaterThan(without.bytes.length)
  for (const custom_keys of [['none'], keys.slice(0, 4)]) {
    expect((await company.admin.send(printLabel, { ...asked, custom_keys })).code).toBe(generalErrors.badParameter.code)
  }
})
