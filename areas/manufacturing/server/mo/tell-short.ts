import { membersWhoMay, notifyEach } from '@qitao/access/server'
import { formatQuantity, type Quantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { sendMosToPlan } from '../../model/mo/mo.calls.ts'

/**
 * Of work orders that are finished now: who plans hears of those that have made less than they were to, and so does whose sales
 * order they were for, with what is left to make.
 */
export async function tellShort({ tx, org_id, tell }: Context, mo_ids: readonly string[]): Promise<void> {
  const short = await rows(
    tx,
    sql<{
      id: string
      no: string
      material_code: string
      unit_name: string
      planned_quantity: Quantity
      completed_quantity: Quantity
      short_quantity: Quantity
      order_no: string | null
      owner_id: string | null
    }>`select m.id, m.no, x.code as material_code, u.name as unit_name, m.planned_quantity, m.completed_quantity,
        m.planned_quantity - m.completed_quantity as short_quantity, o.no as order_no, o.owner_id
      from mo m join material x on x.org_id = m.org_id and x.id = m.material_id join unit u on u.org_id = x.org_id and u.id = x.unit_id
        left join sales_order_line l on l.org_id = m.org_id and l.id = m.order_line_id
        left join sales_order o on o.org_id = l.org_id and o.id = l.order_id
      where m.org_id = ${org_id} and ${among(sql`m.id`, mo_ids)} and m.completed_quantity < m.planned_quantity order by m.no`,
  )
  if (short.length === 0) return
  const planners = (await membersWhoMay(tx, org_id, sendMosToPlan)).map(({ user_id }) => user_id)
  await notifyEach(
    { tx, org_id, tell },
    short.flatMap(({ id, no, material_code, unit_name, order_no, owner_id, ...mo }) => {
      const of = {
        ...{ no, material: material_code, unit: unit_name, planned: formatQuantity(mo.planned_quantity) },
        ...{ made: formatQuantity(mo.completed_quantity), short: formatQuantity(mo.short_quantity) },
      }
      const notice = { sign: `short:${id}`, type: 'warning' as const, btn: text('查看', 'Show') }
      const made = text(
        `工单${of.no}（${of.material}）已完工，计划${of.planned}，实际${of.made}，少${of.short} ${of.unit}`,
        `Work order ${of.no} (${of.material}) is finished: ${of.made} of ${of.planned} made, ${of.short} ${of.unit} short`,
      )
      const forPlanners = {
        user_ids: planners.filter(user_id => order_no === null || user_id !== owner_id),
        notice: {
          ...notice,
          text: made,
          href: `${pages.manufacturingOrders.path}?keyword=${encodeURIComponent(no)}`,
          href_title: pages.manufacturingOrders.title,
        },
      }
      if (order_no === null || owner_id === null) return [forPlanners]
      const words = text(
        `${made.zh}；订单${order_no}还缺，请补做或改交期`,
        `${made.en}; order ${order_no} still lacks it: make the rest, or agree on another date`,
      )
      const href = `${pages.salesOrders.path}?keyword=${encodeURIComponent(order_no)}`
      return [
        forPlanners,
        { user_ids: [owner_id], notice: { ...notice, text: words, href, href_title: pages.salesOrders.title } },
      ]
    }),
  )
}
