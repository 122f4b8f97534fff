import type { Out, Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { add, fromSteps, type Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { type PlannedFlow, plannedFlows } from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { orderType, salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { type FlowKind, type PlannedStep, projectStock } from '@qitao/stock/model/projected-stock.rules.ts'
import type { showProjectedStock } from '@qitao/stock/model/stock.calls.ts'
import { sql } from 'kysely'

interface Source {
  readonly id: string
  readonly no: string
  readonly kind: FlowKind
}
/** What the flows come from: order lines, and work orders, of which those whose last step a supplier makes come back from him. */
const sourcesOf = (tx: Tx, org_id: string, ids: readonly string[]): Promise<Source[]> =>
  rows(
    tx,
    sql<Source>`select l.id, o.no, 'purchase' as kind from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
        where l.org_id = ${org_id} and ${among(sql`l.id`, ids)}
      union all select m.id, m.no, case when exists (select from mo_operation n join process p on p.org_id = n.org_id and p.id = n.process_id
          where n.org_id = m.org_id and n.mo_id = m.id and cardinality(n.next_sequences) = 0 and p.outsourced) then 'outsourcing' else 'production' end
        from mo m where m.org_id = ${org_id} and ${among(sql`m.id`, ids)}`,
  )

/** Open lines of sales orders. */
const salesOf = (
  tx: Tx,
  org_id: string,
  material_id: string,
): Promise<{ at: Instant; quantity: Quantity; no: string }[]> =>
  rows(
    tx,
    sql<{
      at: Instant
      quantity: Quantity
      no: string
    }>`select coalesce(l.delivery_date, o.delivery_date) as at, l.quantity - l.shipped_quantity as quantity,
        o.no
      from sales_order_line l join sales_order o on o.org_id = l.org_id and o.id = l.order_id
      where l.org_id = ${org_id} and l.material_id = ${material_id} and l.quantity > l.shipped_quantity
        and not o.deleted and o.order_type = ${orderType.codes.sales_order} and o.status not in (${sql.join(ended)})`,
  )
const { init, cancelled, delivered } = salesOrderStatus.codes
const ended = [init, cancelled, delivered]

export async function projectedStock(
  { tx, org_id, now, member }: Context,
  { material_id, days }: Parsed<typeof showProjectedStock>,
): Promise<Out<typeof showProjectedStock>> {
  // Without the orders of others it would be wrong, with them it tells of them.
  if (member.own_data_only)
    refuse(generalErrors.noPermission, {
      detail: text(
        '预计库存包含所有人的订单，只能查看本人单据的成员不可查看',
        'Projected stock counts the orders of all: who sees own documents only does not see it',
      ),
    })
  const [material] = await rows(
    tx,
    sql<{
      unit_name: string
      safety_stock: Quantity | null
    }>`select u.name as unit_name, m.safety_stock from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where m.org_id = ${org_id} and m.id = ${material_id}`,
  )
  if (!material) return refuse(generalErrors.recordNotFound, { field: 'material_id' })
  const { flows, precisions } = await plannedFlows(tx, org_id, now, [material_id])
  const own = flows.filter(flow => flow.material_id === material_id)
  const precision = precisions.get(material_id) ?? 0
  const isThere = ({ kind, at }: PlannedFlow) => kind === 'stock' && at <= now
  const opening_quantity = own.filter(isThere).reduce((so, { steps }) => add(so, fromSteps(steps, precision)), '0')
  const sources = await sourcesOf(tx, org_id, [...new Set(own.flatMap(({ source_id }) => source_id ?? []))])
  const sourceOf = new Map(sources.map(source => [source.id, source]))
  const planned = own
    .filter(flow => !isThere(flow))
    .map(({ kind, at, steps, source_id }): PlannedStep => {
      const source = sourceOf.get(source_id ?? '')
      return {
        ...{ at, quantity: fromSteps(steps, precision), source_no: source?.no ?? null },
        kind: kind === 'need' ? 'orders' : (source?.kind ?? 'other_in'),
      }
    })
  const sales = (await salesOf(tx, org_id, material_id)).map(
    ({ at, quantity, no }): PlannedStep => ({ kind: 'sales', at, quantity, source_no: no }),
  )
  const safety_stock = material.safety_stock ?? '0'
  return {
    ...{ unit_name: material.unit_name, safety_stock, opening_quantity },
    ...projectStock(opening_quantity, [...planned, ...sales], { now, zone: member.time_zone, days, safety_stock }),
  }
}
