import { generalErrors } from '@qitao/core/general.errors.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { containerErrors } from '../model/container.errors.ts'
import { stockErrors } from '../model/stock.errors.ts'
import { exchanges } from '../model/stock.exchange.ts'
import { stockKnown } from '../model/stock.known.ts'
import { containerHandlers } from './container.handlers.ts'
import { labelHandlers } from './label.handlers.ts'
import { openingStockHandlers } from './opening-stock.handlers.ts'
import { putAwayHandlers } from './put-away.handlers.ts'
import { warehouseHandlers } from './warehouse.handlers.ts'

export { giveBins, takeBins } from './bins-in-count.ts'
export { checkLedger } from './check-ledger.ts'
export { lockContainerPlaces } from './container-places.ts'
export { post } from './ledger.ts'
export { forgetLots, recordLots } from './lot-births.ts'
export {
  available,
  issueFor,
  lotsToPick,
  outOfBins,
  refuseShort,
  stockToInspect,
  usableQuantities,
  usableStock,
} from './lots.ts'
export { lineMaterials } from './materials.ts'
export { type Carried, type Grade, gradeGoods, type Move, moveGoods, putElsewhere } from './move-goods.ts'
export { occupy, occupyExactly, release } from './occupation.ts'
export { dropTrace, recordTrace, type TraceEntry, takePieces } from './pieces.ts'
export { putAway } from './put-away.ts'
export { balanceName, correctOccupied, lockBalances, stockReconciliations } from './reconciliation.ts'
export { supplierBin } from './supplier-bin.ts'
export { supplierLotsInBins } from './supplier-lots.ts'
export { transitBin } from './transit-bin.ts'

export const stockArea: Area = {
  name: 'stock',
  known: stockKnown,
  handlers: [...warehouseHandlers, ...putAwayHandlers, ...containerHandlers, ...openingStockHandlers, ...labelHandlers],
  exchanges: { list: exchanges },
  lookups: {
    warehouse: { table: 'warehouse', words: ['code', 'name'] },
    location: { table: 'location', words: ['code', 'name'] },
    container_type: { table: 'container_type', words: ['code', 'name'] },
  },
  constraints: {
    warehouse_org_id_code_key: stockErrors.warehouseNumberExists,
    location_org_id_warehouse_id_code_key: stockErrors.warehouseNumberExists,
    fixed_bin_org_id_material_id_location_id_key: generalErrors.duplicateCode,
    fixed_bin_bounds: masterdataErrors.stockBoundsInvalid,
    container_type_org_id_code_key: containerErrors.typeCodeExists,
    container_type_org_id_name_key: containerErrors.typeNameExists,
    container_org_id_code_key: containerErrors.codeExists,
  },
}
