import { generalErrors } from '@qitao/core/general.errors.ts'
import { isEqual } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { purchaseRequestStatus, purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { expectLineQuantity } from '@qitao/stock/model/stock-line.rules.ts'
import { lineMaterials, lotsToPick, putAway } from '@qitao/stock/server'
import { sql } from 'kysely'
import { boundCalls, proposeBoundFilling } from '../../model/bounds/stock-bound.calls.ts'
import { type StockBoundRow, stockBound } from '../../model/bounds/stock-bound.record.ts'
import { checkBounds, fillWarehouse } from '../../model/bounds/stock-bound.rules.ts'
import { lotsWithout } from '../../model/moving/leaving.rules.ts'
import { leavingOf } from '../moving/leaving.queries.ts'
import { boundColumns, boundJoins, boundsOf, stateOfBound } from './stock-bound.queries.ts'

const shows = {
  columns: sql`${boundColumns}, ${stateOfBound} as state, m.code as material_code, m.name as material_name, w.name as warehouse_name,
    u.name as unit_name`,
  joins: sql`join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
    join warehouse w on w.org_id = t.org_id and w.id = t.warehouse_id ${boundJoins}`,
}
const plain = plainHandlers(stockBound, boundCalls, {
  ...{ table: 'stock_bound', keyword: ['material_id'], orders: [], defaultOrder: '-created_time', shows },
})
const written: readonly unknown[] = [boundCalls.list, boundCalls.add, boundCalls.alter]

export const boundHandlers: Handler[] = [
  ...plain.filter(({ call }) => !written.includes(call)),
  handle(boundCalls.list, (input, { tx, org_id }) =>
    listRows<StockBoundRow>(
      tx,
      {
        ...{ org_id, table: 'stock_bound', filterJoins: shows.joins, joins: shows.joins },
        columns: sql`t.*, ${shows.columns}`,
        where: [
          contains(input.keyword, sql`m.code`, sql`m.name`, sql`w.code`, sql`w.name`),
          oneOfCodes(stateOfBound, input.statuses),
        ],
        orders: {
          material_id: sql`m.code`,
          warehouse_id: sql`w.code`,
          state: stateOfBound,
          created_time: sql`t.created_time`,
        },
        defaultOrder: 'state',
      },
      input,
    ),
  ),
  handle(boundCalls.add, async (given, { tx, org_id }) => {
    await expectFitting(tx, org_id, given)
    const id = newId()
    await insertRows(tx, 'stock_bound', [{ ...given, id }])
    return { id }
  }),
  handle(boundCalls.alter, async ({ id, row_version, ...given }, { tx, org_id }) => {
    const [found] = await rows(
      tx,
      sql<
        Bounds & { row_version: number }
      >`select row_version, material_id, warehouse_id, lower_quantity from stock_bound where org_id = ${org_id} and id = ${id} for update`,
    )
    const before = expectVersion(found, row_version)
    await expectFitting(tx, org_id, given)
    await updateRows(tx, org_id, 'stock_bound', [{ id, ...given }])
    // Another bound is told of anew.
    const isAnother =
      before.material_id !== given.material_id ||
      before.warehouse_id !== given.warehouse_id ||
      !isEqual(before.lower_quantity, given.lower_quantity)
    if (isAnother) await sql`delete from stock_bound_told where org_id = ${org_id} and bound_id = ${id}`.execute(tx)
    return { affected: 1 }
  }),
  handle(proposeBoundFilling, async ({ warehouse_id }, { tx, org_id }) => {
    const own = await boundsOf(tx, org_id, sql`t.warehouse_id = ${warehouse_id}`)
    const ids = own.map(({ material_id }) => material_id)
    const bounds = await boundsOf(tx, org_id, among(sql`t.material_id`, ids))
    const lots = await lotsToPick(
      tx,
      org_id,
      ids.map(material_id => ({ material_id })),
    )
    const bins = new Map(
      (
        await rows(
          tx,
          sql<{
            id: string
            code: string
            warehouse_id: string
            warehouse_name: string
          }>`select l.id, l.code, l.warehouse_id, w.name as warehouse_name
            from location l join warehouse w on w.org_id = l.org_id and w.id = l.warehouse_id
            where l.org_id = ${org_id} and not l.transit and l.supplier_id is null and ${among(
              sql`l.id`,
              lots.map(({ location_id }) => location_id),
            )}`,
        )
      ).map(bin => [bin.id, bin]),
    )
    const here = lots.flatMap(lot => {
      const bin = bins.get(lot.location_id)
      return bin && !lot.frozen ? [{ ...lot, warehouse_id: bin.warehouse_id }] : []
    })
    const { moved, bought } = fillWarehouse(warehouse_id, bounds, lotsWithout(here, await leavingOf(tx, org_id, ids)))
    const parts = await putAway(
      tx,
      org_id,
      warehouse_id,
      moved.map(({ location_id: from_location_id, ...of }) => ({
        ...of,
        quality_status: qualityStatus.codes.finished,
        from_location_id,
      })),
    )
    const products = await productsOf(tx, org_id, [...moved, ...bought])
    return {
      moved: moved.map(({ location_id, lot_number, ...line }, index) => {
        const to = parts[index]![0]
        return {
          ...{ ...products.get(line.material_id)!, ...line, lot_number: lot_number || null },
          ...{ from_location_id: location_id, from_location_code: bins.get(location_id)!.code },
          from_warehouse_name: bins.get(location_id)!.warehouse_name,
          ...{ to_location_id: to?.location_id ?? null, to_location_code: to?.location_code ?? null },
        }
      }),
      bought: bought.map(line => ({ ...products.get(line.material_id)!, ...line })),
    }
  }),
]

interface Bounds {
  material_id: string
  warehouse_id: string
  lower_quantity: string
}
async function expectFitting(tx: Tx, org_id: string, given: Bounds & { upper_quantity: string | null }): Promise<void> {
  checkBounds(given)
  const { material_id, warehouse_id, lower_quantity, upper_quantity } = given
  const materials = await lineMaterials(tx, org_id, [{ material_id }])
  for (const quantity of [lower_quantity, upper_quantity ?? '0'])
    expectLineQuantity({ material_id, quantity }, materials, 1)
  const [warehouse] = await rows(
    tx,
    sql<{ id: string }>`select id from warehouse where org_id = ${org_id} and id = ${warehouse_id}`,
  )
  if (!warehouse)
    refuse(generalErrors.recordNotFound, { field: 'warehouse_id', field_title: stockBound.fields.warehouse_id.title })
}

interface Product {
  material_code: string
  material_name: string
  material_specs: string | null
  unit_name: string
  unit_precision: number
  on_order_quantity: string
}
const openOrder = sql.join(purchaseStatus.from('receive'))
const openRequest = purchaseRequestStatus.codes.open
/** Materials in words, with what is asked for or ordered of them already. */
async function productsOf(
  tx: Tx,
  org_id: string,
  of: readonly { readonly material_id: string }[],
): Promise<Map<string, Product>> {
  const ids = [...new Set(of.map(({ material_id }) => material_id))]
  const found = await rows(
    tx,
    sql<
      Product & { id: string }
    >`select m.id, m.code as material_code, m.name as material_name, m.specs as material_specs, u.name as unit_name,
        u."precision" as unit_precision, coalesce((select sum(l.quantity - l.received_quantity) from purchase_order_line l
          join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
          where l.org_id = m.org_id and l.material_id = m.id and o.status in (${openOrder}) and l.quantity > l.received_quantity), 0)
        + coalesce((select sum(coalesce(r.quantity, r.demand_quantity)) from purchase_request r
          where r.org_id = m.org_id and r.material_id = m.id and r.status = ${openRequest}), 0) as on_order_quantity
      from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and ${among(sql`m.id`, ids)}`,
  )
  return new Map(found.map(({ id, ...product }) => [id, product]))
}
