import { enabledStatus } from '@qitao/core/enabled.status.ts'
import {
  choiceField,
  codeField,
  integerField,
  listField,
  readOnly,
  referenceField,
  referencesField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type InputOf, type RowOf, record } from '@qitao/core/record.ts'
import { statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'

/** A mould is put on the machine by its set-up, one at a time; a tool lies beside it, and a task may need several. */
export const mouldKind = statuses({
  mould: { code: 1, zh: '模具', en: 'Mould', colour: 'info' },
  tool: { code: 2, zh: '工装', en: 'Tool', colour: 'neutral' },
})

const mostMaterials = 500

/** What a process needs beside its machine. Without products it is for all of them; without machines it fits each that does the process. */
export const mould = record('mould', text('模具工装', 'Mould or tool'), {
  code: codeField('编号', 'Code'),
  name: textField('名称', 'Name', 100),
  kind: withDefault(choiceField('类型', 'Kind', mouldKind), mouldKind.codes.mould),
  process_id: referenceField('工序', 'Process', 'process'),
  material_ids: withDefault(referencesField('适用产品', 'For products', 'material', mostMaterials), []),
  device_ids: withDefault(referencesField('适用设备', 'Fits machines', 'device'), []),
  /** How many of it there are: so many tasks can run with it at a time. */
  quantity: withDefault(integerField('数量', 'How many', { min: 1, max: 1000 }), 1),
  /** Disabled: it cannot be used now, and what needs it is not planned. */
  status: withDefault(choiceField('状态', 'Status', enabledStatus), 1),
  remark: remarkField(),
  process_name: readOnly(textField('工序名称', 'Process name')),
  material_codes: readOnly(listField('适用产品', 'For products', z.array(z.string()))),
  machine_no_list: readOnly(listField('适用设备', 'Fits machines', z.array(z.string()))),
})
export type MouldRow = RowOf<typeof mould>
export type MouldInput = InputOf<typeof mould>
