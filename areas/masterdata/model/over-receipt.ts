import { type Field, integerField } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'

/** How much more than ordered may come in. */
export const overReceiptField = (): Field<number, number> =>
  integerField('超收允许', 'Over-receipt', { max: 100, unit: text('%', '%') })
