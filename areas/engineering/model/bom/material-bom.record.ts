import {
  because,
  choiceField,
  codeField,
  dayField,
  type Field,
  flagField,
  id,
  instant,
  integerField,
  listField,
  optional,
  positiveQuantity,
  quantityField,
  quantityFromZero,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isMore, isQuantity } from '@qitao/core/quantity.ts'
import { type InputOf, type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'
import { bomVersionStatus } from './bom-version.status.ts'

/** What `base_quantity` of a product is made of, by version. From `expiry_time` on a version is no longer in force. */
export const materialBom = record('material_bom', text('物料BOM', 'Material BoM'), {
  /** Empty: the code of the product. */
  code: optional(codeField('BOM编号', 'BoM code')),
  material_id: referenceField('产品', 'Product', 'material'),
  version: codeField('版本', 'Version'),
  base_quantity: withDefault(quantityField('基准数量', 'Base quantity'), '1'),
  /** The work orders that begin from then on are made by it; empty: from its release. */
  valid_from: optional(dayField('生效日期', 'Valid from')),
  expiry_time: optional(dayField('失效日期', 'Valid before')),
  remark: remarkField(),
  status: readOnly(choiceField('状态', 'Status', bomVersionStatus)),
  is_default: readOnly(flagField('默认版本', 'Default')),
  material_code: readOnly(textField('产品编号', 'Product code')),
  material_name: readOnly(textField('产品名称', 'Product name')),
  material_specs: readOnly(optional(textField('规格', 'Specs'))),
  unit_name: readOnly(textField('单位', 'Unit')),
  line_count: readOnly(integerField('子项数', 'Lines')),
  substitute_count: readOnly(integerField('替代料数', 'Substitutes')),
})

export const mostSubstitutes = 20
export const substitute = z.strictObject({
  material_id: id,
  ratio: positiveQuantity,
  /** Used by the work orders that begin on its days; absent or null: without end. */
  valid_from: instant.nullish(),
  expiry_time: instant.nullish(),
  /** False: it waits for an approval of its own, also when its version is released. */
  approved: z.boolean().optional(),
})
/** A substitute; `ratio` of it replaces 1 of the component. Order is preference. */
export type Substitute = z.output<typeof substitute>
/** As it is kept: what was in the version when it was released, and is not held back, needs no approval of its own. */
export type StoredSubstitute = Substitute
export const substituteRow = z.object({
  material_id: id,
  ratio: z.string(),
  valid_from: instant.nullable(),
  expiry_time: instant.nullable(),
  /** It is used only when it is. */
  approved: z.boolean(),
  reason: z.string().nullable(),
  proposed_by_name: z.string().nullable(),
  approved_by_name: z.string().nullable(),
  approved_time: instant.nullable(),
  material_code: z.string(),
  material_name: z.string(),
})
export type SubstituteRow = z.output<typeof substituteRow>

const shareText = text('应在0到1之间', 'It must be from 0 to 1')
const scrapRateField: Field<string> = {
  ...quantityFromZeroField('损耗率', 'Scrap rate'),
  schema: quantityFromZero.refine(
    value => !isQuantity(value) || !isMore(value, '1'),
    because(generalErrors.badParameter, { detail: shareText }),
  ),
}

/** One component: `quantity` for the base quantity of the product, and `scrap_rate` (0..1) of it on top. */
export const materialBomLine = record('material_bom_line', text('物料BOM子项', 'Material BoM line'), {
  material_id: referenceField('子项物料', 'Component', 'material'),
  quantity: quantityField('用量', 'Quantity'),
  scrap_rate: withDefault(scrapRateField, '0'),
  substitutes: withDefault(listField('替代料', 'Substitutes', z.array(substitute).max(mostSubstitutes)), []),
  /** The work orders that begin from then on use it; empty: all. */
  valid_from: optional(dayField('生效日期', 'Valid from')),
  /** Those that begin from then on no longer do. */
  expiry_time: optional(dayField('失效日期', 'Valid before')),
  position: optional(textField('位号', 'Position')),
  remark: remarkField(),
  line_no: readOnly(integerField('行号', 'Line')),
  material_code: readOnly(textField('物料编号', 'Material code')),
  material_name: readOnly(textField('物料名称', 'Material name')),
  material_specs: readOnly(optional(textField('规格', 'Specs'))),
  unit_name: readOnly(textField('单位', 'Unit')),
})
export type MaterialBomRow = RowOf<typeof materialBom>
/** A line as it travels: its substitutes with their names. */
export const materialBomLineRow = z.object({
  ...materialBomLine.row.shape,
  substitutes: z.array(substituteRow),
})
export type MaterialBomLineRow = z.output<typeof materialBomLineRow>
export type MaterialBomLineInput = InputOf<typeof materialBomLine>
