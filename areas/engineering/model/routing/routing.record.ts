import {
  choiceField,
  codeField,
  dayField,
  flagField,
  integerField,
  listField,
  optional,
  quantityField,
  readOnly,
  referenceField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type InputOf, type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'
import { bomVersionStatus } from '../bom/bom-version.status.ts'
import { wholeNumberField } from '../whole-number.field.ts'

/** The order of the processes in which something is made, by version; bound to one product, or open to any. */
export const routing = record('routing', text('工艺路线', 'Routing'), {
  code: codeField('工艺路线编号', 'Routing code'),
  name: textField('工艺路线名称', 'Routing name', 100),
  version: withDefault(codeField('版本', 'Version'), '1'),
  material_id: optional(referenceField('产品', 'Product', 'material')),
  /** The work orders that begin from then on are made by it; empty: from its release. */
  valid_from: optional(dayField('生效日期', 'Valid from')),
  /** Those that begin from then on no longer are. */
  expiry_time: optional(dayField('失效日期', 'Valid before')),
  remark: remarkField(),
  status: readOnly(choiceField('状态', 'Status', bomVersionStatus)),
  /** On its days the product is made by it. */
  is_default: readOnly(flagField('默认版本', 'Default')),
  material_code: readOnly(optional(textField('产品编号', 'Product code'))),
  material_name: readOnly(optional(textField('产品名称', 'Product name'))),
  step_count: readOnly(integerField('工序数', 'Steps')),
})

const seconds = text('秒', 's')

/** One step of a routing. Steps run in the order of `sequence`. */
export const routingStep = record('routing_step', text('工艺路线工序', 'Routing step'), {
  sequence: wholeNumberField('顺序', 'Sequence'),
  process_id: referenceField('工序', 'Process', 'process'),
  /** Pieces handed on at a time; empty: the next step waits for all. */
  overlap_quantity: optional(quantityField('转移批量', 'Transfer batch')),
  wait_seconds: withDefault(wholeNumberField('等待时间', 'Wait after', { min: 0, unit: seconds }), 0),
  process_code: readOnly(textField('工序编号', 'Process code')),
  process_name: readOnly(textField('工序名称', 'Process name')),
  /** Suppliers who make it; null: it is made here. */
  made_by: readOnly(listField('委外', 'Made outside', z.array(z.string()).nullish())),
})
export type RoutingRow = RowOf<typeof routing>
export type RoutingStepRow = RowOf<typeof routingStep>
export type RoutingStepInput = Pick<
  InputOf<typeof routingStep>,
  'sequence' | 'process_id' | 'overlap_quantity' | 'wait_seconds'
>
