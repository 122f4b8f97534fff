import type { AreaWeb } from '@qitao/platform/web/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { stockErrors } from '../model/stock.errors.ts'
import { LocationPicker, WarehousePicker } from './pickers.ts'

export { MaterialCell, materialColumn } from './material-cell.tsx'
export { withPicked } from './picked.ts'

export const stockWeb: AreaWeb = {
  routes: [
    { page: pages.stock, load: () => import('./stock.page.tsx') },
    { page: pages.locations, load: () => import('./warehouse-location.page.tsx') },
  ],
  pickers: { warehouse: WarehousePicker, location: LocationPicker },
  errors: [stockErrors],
}
