import type { AreaWeb } from '@qitao/platform/web/frame/area-web.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { masterdataErrors } from '../model/masterdata.errors.ts'
import { masterdataKnown } from '../model/masterdata.known.ts'
import {
  CalendarPicker,
  CustomerPicker,
  MachinePicker,
  MaterialTypePicker,
  ProcessPicker,
  ProductPicker,
  SupplierPicker,
  UnitPicker,
  WorkgroupPicker,
} from './pickers.ts'

export { CountedQuantity } from './counting/counted-quantity.tsx'
export { GoodsLines } from './counting/goods-lines.tsx'
export { useMaterialUnits } from './counting/use-material-units.ts'
export { MachineRatesTab } from './price/machine-rates.tab.tsx'
export { PriceChangeDialog } from './price/price-change.dialog.tsx'
export { NewPricesDialog, PriceDrawer } from './price/price-forms.tsx'
export { PriceHistoryDrawer } from './price/price-history.drawer.tsx'
export { useRateActs } from './price/rate-acts.tsx'
export { learntFrom, useSupplierDelay } from './supplier-delay.tsx'

export const masterdataWeb: AreaWeb = {
  guides: () => import('./masterdata.guide.ts'),
  known: masterdataKnown,
  routes: [
    { page: pages.materials, load: () => import('./material-list.page.tsx') },
    { page: pages.editMaterial, load: () => import('./material-edit.page.tsx') },
    { page: pages.materialConfiguration, load: () => import('./material-configuration.page.tsx') },
    { page: pages.units, load: () => import('./unit.page.tsx') },
    { page: pages.devices, load: () => import('./device.page.tsx') },
    { page: pages.processes, load: () => import('./process.page.tsx') },
    { page: pages.calendars, load: () => import('./calendar.page.tsx') },
    { page: pages.workgroups, load: () => import('./workgroup.page.tsx') },
    { page: pages.customers, load: () => import('./customer.page.tsx') },
    { page: pages.suppliers, load: () => import('./supplier.page.tsx') },
  ],
  pickers: {
    material: ProductPicker,
    unit: UnitPicker,
    material_type: MaterialTypePicker,
    customer: CustomerPicker,
    supplier: SupplierPicker,
    process: ProcessPicker,
    device: MachinePicker,
    workgroup: WorkgroupPicker,
    calendar: CalendarPicker,
  },
  errors: [masterdataErrors],
}
