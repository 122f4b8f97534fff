import { isPositive, isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import type { Ask } from '@qitao/platform/web/show/confirm.tsx'

export const isWithoutPrice = ({ price }: { readonly price?: string | null | undefined }): boolean =>
  !price || !isQuantity(price) || !isPositive(price)

/** Goods without a price are sent and invoiced for nothing: whoever submits so many lines of them says that it is meant. */
export const withoutPrice = (count: number): Ask | undefined =>
  count === 0
    ? undefined
    : {
        title: text(
          `有 ${count} 行没有单价，仍要提交？`,
          `${count} ${count === 1 ? 'line has' : 'lines have'} no price. Submit?`,
        ),
        ok: text('仍要提交', 'Submit'),
        cancel: text('返回', 'Back'),
      }
