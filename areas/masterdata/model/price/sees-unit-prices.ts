import { pages } from '@qitao/site/model/pages.ts'

/** Who sees what is paid for materials. */
export const seesUnitPrices = [pages.unitPrices, pages.suppliers]
