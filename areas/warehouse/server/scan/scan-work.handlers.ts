import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import type { Out } from '@qitao/core/call.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { arrivalStatus } from '@qitao/purchasing/model/arrival/arrival.status.ts'
import { purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { overReceipt } from '@qitao/purchasing/server'
import { sql } from 'kysely'
import { countStatus } from '../../model/count/count.status.ts'
import { inboundStatus, outboundStatus, receiptsType } from '../../model/receipt.status.ts'
import {
  listReceiveLines,
  listScanBins,
  listScanWork,
  mostScanBins,
  type ReceiveLine,
  type ScanWork,
} from '../../model/scan/scan-work.calls.ts'
import { toRecount } from '../count/count.queries.ts'

/** Of each kind, what is due first: so many are shown. */
const most = 20
const about = sql`coalesce(s.name, c.name, o.no, m.no)`
const joins = sql`left join supplier s on s.org_id = r.org_id and s.id = r.supplier_id left join customer c on c.org_id = r.org_id and c.id = r.customer_id
  left join seen_sales_order o on o.org_id = r.org_id and o.id = r.order_id left join mo m on m.org_id = r.org_id and m.id = r.mo_id`
const openLines = sql`(select count(*) from receipt_line l where l.org_id = r.org_id and l.receipt_id = r.id and l.quantity > l.done_quantity)`
const dueTime = {
  inbound: sql`r.receipt_date`,
  outbound: sql`coalesce(o.delivery_date, m.planned_start_time, r.receipt_date)`,
}
/** Of an order line `l`: the lot of what is announced of it, where that is one. */
const announcedLot = sql`(select case when count(distinct x.lot_number) = 1 then min(x.lot_number) end from arrival_line x
  join arrival a on a.org_id = x.org_id and a.id = x.arrival_id
  where x.org_id = l.org_id and x.order_line_id = l.id and x.quantity > x.received_quantity and a.status in (${sql.join(arrivalStatus.from('receive'))}))`
const confirmable = { inbound: inboundStatus.from('confirm'), outbound: outboundStatus.from('confirm') }

export const scanWorkHandlers: Handler[] = [
  handle(listScanBins, async (_, { tx, org_id }) => ({
    result: await rows(
      tx,
      sql<Out<typeof listScanBins>['result'][number]>`select b.id, b.code from location b where b.org_id = ${org_id}
        and not b.transit and b.supplier_id is null and b.status = ${enabledStatus.codes.enabled} order by b.code, b.id limit ${mostScanBins}`,
    ),
  })),

  handle(listScanWork, async ({ code }, { tx, org_id }) => {
    const named = (no: string) => (code === undefined ? sql`true` : sql`${sql.ref(no)} = ${code}`)
    const receipts = (
      direction: 'inbound' | 'outbound',
    ) => sql`(select ${direction} as kind, r.id, r.no, ${about} as about,
        ${openLines}::integer as open_lines, ${dueTime[direction]} as due_time from seen_receipt r ${joins}
      where r.org_id = ${org_id} and r.receipts_type = ${receiptsType[direction]} and r.status in (${sql.join(confirmable[direction])})
        and not exists (select from pick_wave_receipt x where x.org_id = r.org_id and x.receipt_id = r.id) and ${named('r.no')}
      order by due_time, r.created_time limit ${most})`
    const result = await rows(
      tx,
      sql<ScanWork>`
        (select 'wave' as kind, w.id, w.no, string_agg(distinct r.no, ', ') as about, count(l.id)::integer as open_lines, min(${dueTime.outbound}) as due_time
          from pick_wave w join pick_wave_receipt x on x.org_id = w.org_id and x.wave_id = w.id
          join seen_receipt r on r.org_id = x.org_id and r.id = x.receipt_id and r.status in (${sql.join(confirmable.outbound)}) ${joins}
          join receipt_line l on l.org_id = r.org_id and l.receipt_id = r.id and l.quantity > l.done_quantity
          where w.org_id = ${org_id} and ${named('w.no')} group by w.org_id, w.id order by due_time, w.created_time limit ${most})
        union all ${receipts('outbound')} union all ${receipts('inbound')}
        union all (select 'purchase_order' as kind, p.id, p.no, s.name as about, count(l.id)::integer as open_lines, min(coalesce(l.eta, p.eta)) as due_time
          from purchase_order p join supplier s on s.org_id = p.org_id and s.id = p.supplier_id
          join purchase_order_line l on l.org_id = p.org_id and l.order_id = p.id and l.quantity > l.received_quantity
          where p.org_id = ${org_id} and p.status in (${sql.join(purchaseStatus.from('receive'))}) and ${named('p.no')}
          group by p.org_id, p.id, s.name order by due_time nulls last, p.created_time limit ${most})
        union all (select 'count' as kind, c.id, c.no, w.name as about,
            (select count(*) from count_line t where t.org_id = c.org_id and t.count_id = c.id
              and (t.counted_quantity is null or ${toRecount}))::integer as open_lines, null::bigint as due_time
          from inventory_count c join warehouse w on w.org_id = c.org_id and w.id = c.warehouse_id
          where c.org_id = ${org_id} and c.status in (${sql.join(countStatus.from('enter'))}) and ${named('c.no')}
            and c.approval_status is distinct from ${approvalStatus.codes.pending}
          order by c.created_time limit ${most})`,
    )
    return { result }
  }),

  handle(listReceiveLines, async ({ kind, id }, { tx, org_id }) => {
    const shown = sql`m.code as material_code, m.name as material_name, m.specs as material_specs, u.name as unit_name, u.precision as unit_precision,
      m.lot_managed, m.serial_policy, b.id as location_id, b.code as location_code`
    const ofMaterial = sql`join material m on m.org_id = l.org_id and m.id = l.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id`
    const [head] = await rows(
      tx,
      kind === 'inbound'
        ? sql<{ no: string; about: string | null }>`select r.no, ${about} as about from seen_receipt r ${joins}
            where r.org_id = ${org_id} and r.id = ${id} and r.receipts_type = ${receiptsType.inbound}`
        : sql<{ no: string; about: string | null }>`select p.no, s.name as about from purchase_order p
            join supplier s on s.org_id = p.org_id and s.id = p.supplier_id where p.org_id = ${org_id} and p.id = ${id}`,
    )
    if (!head) return refuse(generalErrors.recordNotFound)
    const lines = await rows(
      tx,
      kind === 'inbound'
        ? sql<ReceiveLine>`select l.id, l.material_id, ${shown}, l.lot_number, l.quality_status, l.quantity - l.done_quantity as open_quantity, 0::numeric as over_quantity
            from receipt_line l join seen_receipt r on r.org_id = l.org_id and r.id = l.receipt_id ${ofMaterial}
            left join location b on b.org_id = l.org_id and b.id = l.location_id
            where l.org_id = ${org_id} and l.receipt_id = ${id} and l.quantity > l.done_quantity
              and r.status in (${sql.join(confirmable.inbound)}) order by l.line_no`
        : sql<ReceiveLine>`select l.id, l.material_id, ${shown}, ${announcedLot} as lot_number, 0 as quality_status, l.quantity - l.received_quantity as open_quantity,
              ${overReceipt.quantity} as over_quantity
            from purchase_order_line l join purchase_order o on o.org_id = l.org_id and o.id = l.order_id ${overReceipt.joins} ${ofMaterial}
            left join location b on false
            where l.org_id = ${org_id} and l.order_id = ${id} and l.quantity > l.received_quantity
              and o.status in (${sql.join(purchaseStatus.from('receive'))}) order by l.line_no`,
    )
    return { ...head, lines }
  }),
]
