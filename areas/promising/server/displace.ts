import { notifyEach } from '@qitao/access/server'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { giveUpStock, holdSupply, lockGivers, tellSales } from '@qitao/manufacturing/server'
import { rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { giveUpCover, lockOrdersOf } from '@qitao/sales/server'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import type { Displaced } from '../model/displace.rules.ts'
import { promisingErrors } from '../model/promising.errors.ts'
import type { InquiryForChange } from './inquiry.queries.ts'

/** Work orders before orders, the promise's own among them. What an inquiry displaces is never changed after it was made. */
export async function lockLosers({ tx, org_id }: Context, inquiry_id: string, order_id: string): Promise<void> {
  const [found] = await rows(
    tx,
    sql<{
      displaced: Displaced[]
    }>`select displaced from seen_inquiry where org_id = ${org_id} and id = ${inquiry_id}`,
  )
  const displaced = found?.displaced ?? []
  if (displaced.length === 0) return
  await lockGivers(
    tx,
    org_id,
    displaced.flatMap(({ component_id }) => component_id ?? []),
  )
  await lockOrdersOf(
    tx,
    org_id,
    displaced.flatMap(({ order_line_id }) => order_line_id ?? []),
    [order_id],
  )
}

/**
 * Takes from the others what was agreed to, and holds it for the promise; 5410 when somebody has not so much of it any more. Whose
 * orders lose hears of it.
 */
export async function displace(
  context: Context,
  { id, displaced, held_later }: InquiryForChange,
  order_no: string,
): Promise<void> {
  if (displaced.length === 0) return
  const { tx, org_id, now, tell } = context
  const pegs = displaced.flatMap(({ component_id, source_id, quantity }) =>
    component_id !== null && source_id !== null ? [{ component_id, source_id, quantity }] : [],
  )
  const cover = displaced.flatMap(({ order_line_id, quantity }) =>
    order_line_id === null ? [] : [{ line_id: order_line_id, quantity }],
  )
  if (!(await giveUpStock(pegs, context)) || !(await giveUpCover(tx, org_id, cover)))
    refuse(promisingErrors.inquiryExpired, {
      detail: text('要占用的物料已有变化，请重新询单', 'What was to be taken from others is another by now: ask again'),
    })
  await holdSupply(tx, org_id, { inquiry_id: id, kept_until: null }, held_later, now)
  await tellSales(
    tx,
    org_id,
    cover.map(({ line_id }) => line_id),
  )
  const owners = new Map(
    (
      await rows(
        tx,
        sql<{
          no: string
          owner_id: string
        }>`select no, owner_id from sales_order where org_id = ${org_id} and owner_id is not null
          and no = any(${[...new Set(displaced.flatMap(one => one.order_no ?? []))]}::text[]) order by id`,
      )
    ).map(one => [one.no, one.owner_id]),
  )
  await notifyEach(
    { tx, org_id, tell },
    [...Map.groupBy(displaced, one => one.order_no)].flatMap(([no, lost]) => {
      const owner = no === null ? undefined : owners.get(no)
      if (no === null || owner === undefined) return []
      const goods = lost.map(({ material_code, quantity }) => `${material_code} ${quantity}`)
      return [
        {
          user_ids: [owner],
          notice: {
            ...{ sign: `displaced:${id}:${no}`, type: 'warning' as const },
            ...{ href: `${pages.salesOrders.path}?keyword=${no}`, href_title: pages.salesOrders.title },
            text: text(
              `订单${no}的物料让给了订单${order_no}：${goods.join('、')}`,
              `Order ${no} has lost to order ${order_no}: ${goods.join(', ')}`,
            ),
            btn: text('查看', 'Show'),
          },
        },
      ]
    }),
  )
}
