import { codeField, remarkField, textField } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'

export const materialType = record('material_type', text('物料类型', 'Material type'), {
  code: codeField('类型编码', 'Type code'),
  name: textField('类型名称', 'Type name', 100),
  remark: remarkField(),
})
