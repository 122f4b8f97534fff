import type { Out } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isGranted } from '@qitao/core/grant.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { showSupplierOffer } from '@qitao/masterdata/model/partner/supplier-offer.calls.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { sql } from 'kysely'
import { processPriceCalls } from '../model/price/process-price.calls.ts'

const { pending_submit, cancelled } = purchaseStatus.codes
const most = 500

export const supplierOfferHandlers: Handler[] = [
  handle(showSupplierOffer, async ({ supplier_id }, context) => {
    const { tx, org_id, member } = context
    const today = startOfToday(context)
    const [supplier] = await rows(
      tx,
      sql`select 1 from supplier where org_id = ${org_id} and id = ${supplier_id} limit 1`,
    )
    if (!supplier) refuse(generalErrors.recordNotFound)
    const own = sql`p.org_id = ${org_id} and p.supplier_id = ${supplier_id}`
    const notOver = sql`(p.valid_to is null or p.valid_to + ${daySeconds} > ${today})`
    const named = sql`m.id as material_id, m.code as material_code, m.name as material_name, u.name as unit_name`
    const materials = await rows(
      tx,
      sql<Materials[number]>`with bought as (
          select l.material_id, max(p.order_date) as last_ordered,
            coalesce(sum(l.quantity - l.received_quantity) filter (where p.status in (${sql.join(purchaseStatus.from('receive'))}) and l.quantity > l.received_quantity), 0) as open_quantity
          from purchase_order p join purchase_order_line l on l.org_id = p.org_id and l.order_id = p.id
          where ${own} and p.status not in (${pending_submit}, ${cancelled}) group by l.material_id
        )
        select ${named}, m.supplier_id is not distinct from ${supplier_id} as usual, m.supply_lead_time as lead_time,
          coalesce(b.open_quantity, 0) as open_quantity, b.last_ordered
        from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id left join bought b on b.material_id = m.id
        where m.org_id = ${org_id} and (m.supplier_id = ${supplier_id} or b.material_id is not null
          or m.id in (select p.material_id from unit_price p where ${own} and ${notOver}))
        order by usual desc, m.code limit ${most}`,
    )
    const lanes = await rows(
      tx,
      sql<
        Lanes[number]
      >`select d.id as device_id, d.machine_no, d.name, coalesce(d.lead_days, s.lead_time) as lead_days, d.capacity,
          array(select q.name from device_process k join process q on q.org_id = k.org_id and q.id = k.process_id
            where k.org_id = d.org_id and k.device_id = d.id order by q.code) as processes,
          count(t.id) as open_tasks, max(t.end_time) as busy_until
        from device d join supplier s on s.org_id = d.org_id and s.id = d.supplier_id
          left join production_task t on t.org_id = d.org_id and t.device_id = d.id and t.status <> ${taskStatus.codes.done}
        where d.org_id = ${org_id} and d.supplier_id = ${supplier_id}
        group by d.org_id, d.id, d.machine_no, d.name, d.lead_days, s.lead_time, d.capacity order by d.machine_no`,
    )
    const prices = await rows(
      tx,
      sql<
        Prices[number]
      >`select p.id, ${named}, p.from_quantity, p.price, p.currency, p.minimum_quantity, p.pack_quantity, p.lead_days, p.valid_from, p.valid_to
        from unit_price p join material m on m.org_id = p.org_id and m.id = p.material_id join unit u on u.org_id = p.org_id and u.id = p.unit_id
        where ${own} and ${notOver} order by m.code, p.currency, p.valid_from, p.from_quantity limit ${most}`,
    )
    const process_prices = isGranted(processPriceCalls.list, member.grants)
      ? await rows(
          tx,
          sql<
            ProcessPrices[number]
          >`select p.id, q.name as process_name, m.code as material_code, m.name as material_name, p.price, coalesce(p.currency, ${member.currency}) as currency, p.valid_from, p.valid_to
            from process_price p join process q on q.org_id = p.org_id and q.id = p.process_id left join material m on m.org_id = p.org_id and m.id = p.material_id
            where ${own} and ${notOver} order by q.code, m.code nulls first, p.currency, p.valid_from limit ${most}`,
        )
      : null
    return { materials, prices, lanes, process_prices }
  }),
]

type Offer = Out<typeof showSupplierOffer>
type Materials = Offer['materials']
type Lanes = Offer['lanes']
type Prices = Offer['prices']
type ProcessPrices = NonNullable<Offer['process_prices']>
