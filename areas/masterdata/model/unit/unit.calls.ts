import { affected, alterInput, command, nothing, query } from '@qitao/core/call.ts'
import { id, ids, plainString } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, mostRows, written } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { unit } from './unit.record.ts'
import { unitConversion } from './unit-conversion.record.ts'

const prefix = '/mep_server/factory/'
const records = [unit]
const changes = [pages.units]
/** Default page size and status of unit queries (specification section 7). */
export const unitPageSize = 100
export const allStatuses = 2

const otherUnit = z.object({ unit_id: id, unit_name: z.string(), numerator: z.string(), denominator: z.string() })

export const queryUnit = query(`${prefix}query_unit`, {
  title: text('查询计量单位', 'List units'),
  grantedBy: 'signed_in',
  forTokens: true,
  input: listInput({
    page_size: z.union([z.literal(-1), z.int().min(1).max(mostRows)]).default(unitPageSize),
    /** 1 enabled, 0 disabled, 2 all */
    status: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(allStatuses),
    group: plainString(50).optional(),
    written,
  }),
  output: listOutput(unit.row),
  records,
})
export const queryUnitDetail = query(`${prefix}query_unit_detail`, {
  title: text('查看计量单位', 'Show unit'),
  grantedBy: 'signed_in',
  input: z.strictObject({ id }),
  output: z.object({ record: unit.row }),
  records,
})
export const searchUnit = query(`${prefix}search_unit`, {
  title: text('搜索计量单位', 'Find units'),
  grantedBy: 'signed_in',
  input: z.strictObject({ keyword: plainString(100), group: plainString(50).optional() }),
  output: z.object({ result: z.array(unit.row) }),
  records,
})
export const queryUnitByGroup = query(`${prefix}query_unit_by_group`, {
  title: text('按分组查询单位', 'Units by group'),
  grantedBy: 'signed_in',
  input: z.strictObject({ group: plainString(50).optional() }),
  output: z.object({ result: z.array(z.object({ group: z.string().nullable(), units: z.array(unit.row) })) }),
  records,
})
/** As many as a document has lines. */
const mostMaterials = 2000
/** Ours: the unit of each material, and the others in which it may be counted: so many of its own are one of them, the largest first. */
export const queryMaterialUnits = query(`${prefix}query_material_unit`, {
  title: text('查询物料可用单位', 'Units of materials'),
  grantedBy: 'signed_in',
  forTokens: true,
  input: z.strictObject({ material_ids: ids(mostMaterials) }),
  output: z.object({
    result: z.array(
      z.object({ material_id: id, unit_name: z.string(), decimals: z.int(), others: z.array(otherUnit) }),
    ),
  }),
  records,
})
export const addUnit = command(`${prefix}add_unit`, {
  title: text('新增计量单位', 'Add unit'),
  grantedBy: changes,
  input: unit.input,
  output: z.object({ id }),
  records,
})
export const alterUnits = command(`${prefix}bulk_alter_unit`, {
  title: text('修改计量单位', 'Alter units'),
  grantedBy: changes,
  input: z.strictObject({ units: z.array(alterInput(unit)).min(1).max(mostRows) }),
  output: bulkOutput,
  records,
})
export const deleteUnits = command(`${prefix}bulk_delete_unit`, {
  title: text('删除计量单位', 'Delete units'),
  grantedBy: changes,
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
  records,
})
/** Adds those of the standard units that the company does not have. */
export const addStandardUnits = command(`${prefix}add_initialization_unit`, {
  title: text('初始化标准单位', 'Add the standard units'),
  grantedBy: changes,
  input: nothing,
  output: affected,
  records,
})
export const listUnitConversions = query(`${prefix}query_unit_conversion_list`, {
  title: text('查询单位换算', 'List unit conversions'),
  grantedBy: 'signed_in',
  forTokens: true,
  input: listInput({ unit_id: id.optional(), material_id: id.optional() }),
  output: listOutput(unitConversion.row),
  records: [unitConversion],
})
export const addUnitConversions = command(`${prefix}bulk_add_unit_conversion`, {
  title: text('新增单位换算', 'Add unit conversions'),
  grantedBy: changes,
  input: z.strictObject({ conversions: z.array(unitConversion.input).min(1).max(mostRows) }),
  output: affected,
  records: [unitConversion],
})
export const deleteUnitConversions = command(`${prefix}bulk_delete_unit_conversion`, {
  title: text('删除单位换算', 'Delete unit conversions'),
  grantedBy: changes,
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
  records: [unitConversion],
})
