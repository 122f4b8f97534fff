import { convert, type Quantity } from '@qitao/core/quantity.ts'

/** Shares are 0..1 on the wire; people read and type percent. */
export const percentOf = (share: Quantity): Quantity => convert(share, '100', '1')
export const shareOfPercent = (percent: Quantity): Quantity => convert(percent, '1', '100')
