import { defaultPageSize, pageSizes } from '@qitao/core/page.ts'

/** CSS pixels of a list's row, and of what stands above and below the rows: the page's head, tabs, filters, states and pager. */
const row_px = 28
const around_px = 260
/** Narrower screens show cards, each of several lines. */
const cards_px = 768

/** How many rows a page of a list has that nobody chose otherwise: of the sizes offered the largest that needs no scrolling. */
export function fittingSize({ width, height }: { width: number; height: number }): number {
  if (width < cards_px) return defaultPageSize
  const rows = (height - around_px) / row_px
  return Math.max(defaultPageSize, ...pageSizes.filter(size => size <= rows && size <= 50))
}
