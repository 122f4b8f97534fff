import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { movementType } from '../model/movement-type.ts'
import { addOpeningStock } from '../model/stock.calls.ts'
import { expectLineQuantity, expectLot } from '../model/stock-line.rules.ts'
import { post } from './ledger.ts'
import { lineMaterials } from './materials.ts'

/** Stock that was there before the ledger began (movement 11). */
export const openingStockHandlers: Handler[] = [
  handle(addOpeningStock, async ({ lines }, { tx, org_id }) => {
    const materials = await lineMaterials(tx, org_id, lines)
    lines.forEach((line, index) => {
      expectLot(line, expectLineQuantity(line, materials, index + 1), index + 1)
    })
    await post(tx, {
      org_id,
      movements: lines.map(line => ({
        movement_type: movementType.codes.stock_import,
        source_type: 'stock_import',
        ...line,
        lot_number: line.lot_number ?? '',
      })),
    })
    return { affected: lines.length }
  }),
]
