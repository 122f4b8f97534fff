import { enabledStatus } from '@qitao/core/enabled.status.ts'
import {
  because,
  choiceField,
  codeField,
  type Field,
  flagField,
  id,
  instant,
  integerField,
  optional,
  plainString,
  quantityField,
  readOnly,
  referenceField,
  remarkField,
  signedQuantityField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { z } from 'zod'
import { containerErrors } from './container.errors.ts'

/** An empty code or name, and one that is too long, are told in words of their own. */
const named = (of: Field<string>, tooLong: ErrorDefinition): Field<string> => ({
  ...of,
  schema: z.preprocess(
    given => given ?? '',
    plainString(of.maxLength!, tooLong).refine(value => value.trim() !== '', because(containerErrors.typeFieldEmpty)),
  ),
})
const specs = textField('规格', 'Specification')

/** Boxes, pallets and trays of one make. */
export const containerType = record('container_type', text('容器类型', 'Container type'), {
  code: named(codeField('类型编码', 'Type code'), containerErrors.typeCodeTooLong),
  name: named(textField('类型名称', 'Type name', 50), containerErrors.typeNameTooLong),
  specs: optional({ ...specs, schema: plainString(specs.maxLength!, containerErrors.specsTooLong) }),
  /** What one container holds at most, in the units of what is in it. Empty: no limit. */
  capacity: optional(quantityField('容量', 'Capacity')),
  container_count: readOnly(integerField('容器数', 'Containers')),
  remark: remarkField(),
})
export type ContainerTypeRow = RowOf<typeof containerType>

/** One box or pallet with its label. What is in it stands where it stands. */
export const container = record('container', text('容器', 'Container'), {
  code: codeField('容器编号', 'Container no.'),
  container_type_id: referenceField('容器类型', 'Container type', 'container_type'),
  location_id: optional(referenceField('所在库位', 'Bin', 'location')),
  status: withDefault(choiceField('状态', 'Status', enabledStatus), enabledStatus.codes.enabled),
  empty: readOnly(flagField('空容器', 'Empty')),
  material_count: readOnly(integerField('物料数', 'Materials')),
  quantity: readOnly(signedQuantityField('库存数量', 'Quantity in stock')),
  remark: remarkField(),
})
export const containerRow = container.row.and(
  z.object({
    container_type_code: z.string(),
    container_type_name: z.string(),
    capacity: z.string().nullable(),
    location_code: z.string().nullable(),
    warehouse_name: z.string().nullable(),
  }),
)
export type ContainerRow = z.output<typeof containerRow>

/** Stock in a container, or beside it in its bin. */
export const containerStockRow = z.object({
  /** Of the row of stock. */
  id,
  material_id: id,
  ...productShown,
  lot_number: z.string(),
  quality_status: z.int(),
  quantity: z.string(),
  available_quantity: z.string(),
  expire_time: instant.nullable(),
})
export type ContainerStockRow = z.output<typeof containerStockRow>
