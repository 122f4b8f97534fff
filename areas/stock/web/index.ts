import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { containerErrors } from '../model/container.errors.ts'
import { stockErrors } from '../model/stock.errors.ts'
import { stockKnown } from '../model/stock.known.ts'
import { ContainerTypePicker, LocationPicker, WarehousePicker } from './pickers.ts'

export { HeldBecause } from './held-because.tsx'
export { MaterialCell, materialColumn } from './material-cell.tsx'
export { withPicked } from './picked.ts'
export { PiecesSelect } from './pieces-select.tsx'

export const stockWeb: AreaWeb = {
  guides: () => import('./stock.guide.ts'),
  known: stockKnown,
  routes: [
    { page: pages.stock, load: () => import('./stock.page.tsx') },
    { page: pages.stockAdjustments, load: () => import('./adjust/stock-adjustments.page.tsx') },
    { page: pages.locations, load: () => import('./warehouse-location.page.tsx') },
    { page: pages.containers, load: () => import('./container-modeling.page.tsx') },
  ],
  pickers: { warehouse: WarehousePicker, location: LocationPicker, container_type: ContainerTypePicker },
  errors: [stockErrors, containerErrors],
}
