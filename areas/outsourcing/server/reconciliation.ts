import { text } from '@qitao/core/text.ts'
import { amongThese, derived, plainNumber, type Reconciliation } from '@qitao/platform/server/reconciliation.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { sql } from 'kysely'
import { outsourceReceiptStatus, outsourceStatus } from '../model/outsource-order.status.ts'

const { pending_inbound, partly_inbound, completed } = outsourceStatus.codes
const { reversed } = outsourceReceiptStatus.codes

export const outsourcingReconciliations: readonly Reconciliation[] = [
  {
    key: 'outsource_material',
    title: text('供应商处物料与库存流水', 'Material at suppliers and movements'),
    remedy: text(
      '流水与委外单不一致：请与供应商核对实物，差额用退料或结算核销更正',
      'Movements and order differ: count the goods with the supplier, and return or write off the difference',
    ),
    find: (org_id, ids) => sql`
      with counted as (select l.order_id, k.material_id, sum(k.sent_quantity - k.used_quantity - k.returned_quantity - k.lost_quantity) as quantity
          from outsource_material k join outsource_order_line l on l.org_id = k.org_id and l.id = k.line_id
          where k.org_id = ${org_id} and ${amongThese(sql`l.order_id`, ids)} group by 1, 2),
        moved as (select l.order_id, s.material_id, sum(s.quantity) as quantity
          from stock_movement s left join outsource_order_line l on l.org_id = s.org_id and l.id = s.source_id
          where s.org_id = ${org_id} and s.quality_status = ${qualityStatus.codes.at_supplier} and ${amongThese(sql`l.order_id`, ids)} group by 1, 2)
      select coalesce(t.id, m.id) as object_id, coalesce(t.no, '?') as object_no, m.code as subject,
        ${plainNumber(sql`coalesce(v.quantity, 0)`)} as expected, ${plainNumber(sql`coalesce(d.quantity, 0)`)} as found
      from counted d full join moved v on v.order_id = d.order_id and v.material_id = d.material_id
        left join outsource_order t on t.org_id = ${org_id} and t.id = coalesce(d.order_id, v.order_id)
        join material m on m.org_id = ${org_id} and m.id = coalesce(d.material_id, v.material_id)
      where coalesce(d.quantity, 0) <> coalesce(v.quantity, 0)`,
  },
  {
    key: 'outsource_received',
    title: text('委外收回数量与收货记录', 'Pieces that came back and receipts'),
    remedy: text('以收货记录为准：请冲销并重新收货', 'Receipts count: reverse and receive again'),
    find: (org_id, ids) => sql`select l.order_id as object_id, t.no as object_no, y.no as subject,
        concat_ws(' / ', ${plainNumber(sql`k.received`)}, ${plainNumber(sql`k.loss`)}, ${plainNumber(sql`k.failed`)}) as expected,
        concat_ws(' / ', ${plainNumber(sql`l.received_quantity`)}, ${plainNumber(sql`l.loss_quantity`)}, ${plainNumber(sql`l.failed_quantity`)}) as found
      from outsource_order_line l join outsource_order t on t.org_id = l.org_id and t.id = l.order_id join mo y on y.org_id = l.org_id and y.id = l.mo_id
        cross join lateral (select coalesce(sum(r.quantity), 0) as received, coalesce(sum(r.loss_quantity), 0) as loss,
            coalesce(sum(r.failed_quantity), 0) as failed
          from outsource_receipt r where r.org_id = l.org_id and r.line_id = l.id and r.status <> ${reversed}) k
      where l.org_id = ${org_id} and ${amongThese(sql`l.order_id`, ids)}
        and (k.received, k.loss, k.failed) <> (l.received_quantity, l.loss_quantity, l.failed_quantity)`,
  },
  derived({
    key: 'outsource_status',
    title: text('委外单状态与明细', 'Outsourcing status and lines'),
    remedy: text('以明细为准：更正后单据状态由明细得出', 'Lines count: a correction takes the status from them'),
    ...{ table: 'outsource_order', column: 'status' },
    expected: sql`(select case when bool_and(l.received_quantity + l.loss_quantity = l.quantity) then ${completed}
        when bool_or(l.received_quantity + l.loss_quantity > 0) then ${partly_inbound} else ${pending_inbound} end
      from outsource_order_line l where l.org_id = t.org_id and l.order_id = t.id)`,
    where: sql`t.status in (${pending_inbound}, ${partly_inbound}, ${completed})`,
  }),
]
