import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { dayOf, startOfDay } from '@qitao/core/time.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { countArrivals, listArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import {
  countStock,
  listStock,
  listStockMovements,
  showProjectedStock,
  showStock,
} from '@qitao/stock/model/stock.calls.ts'
import { lineMaterials } from '@qitao/stock/server'
import { seesPrices } from './count/count.queries.ts'
import { arrivalCounts, arrivalsPage } from './fulfilment.queries.ts'
import { movementsPage } from './movement.queries.ts'
import { projectedStock } from './projected/projected-stock.ts'
import { occupationsOf, stockCounts, stockOfMaterial, stockPage } from './stock.queries.ts'

const startOfToday = ({ now, member }: Context) => startOfDay(dayOf(now, member.time_zone), member.time_zone)

/** Questions of stock and purchasing whose answers lie in the tables of later areas too. */
export const stockHandlers: Handler[] = [
  handle(listStock, (input, context) => stockPage(context.tx, context.org_id, input, context.now, seesPrices(context))),
  handle(countStock, (input, { tx, org_id, now }) => stockCounts(tx, org_id, input, now)),
  handle(showStock, async ({ material_id }, { tx, org_id, now }) => {
    const known = await lineMaterials(tx, org_id, [{ material_id }])
    const { serial_policy } = known.get(material_id) ?? refuse(generalErrors.recordNotFound)
    return {
      serial_policy,
      result: await stockOfMaterial(tx, org_id, material_id, now),
      occupations: await occupationsOf(tx, org_id, material_id),
    }
  }),
  handle(showProjectedStock, (input, context) => projectedStock(context, input)),
  handle(listStockMovements, (input, { tx, org_id }) => movementsPage(tx, org_id, input)),
  handle(listArrivals, (input, context) => arrivalsPage(context.tx, context.org_id, startOfToday(context), input)),
  handle(countArrivals, (_, context) => arrivalCounts(context.tx, context.org_id, startOfToday(context))),
]
