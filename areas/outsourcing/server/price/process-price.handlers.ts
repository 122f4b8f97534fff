import { daySeconds } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { priceValidity } from '@qitao/masterdata/model/price/price-list.fields.ts'
import { holdsOn, rateHandlers } from '@qitao/masterdata/server'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { sql } from 'kysely'
import { outsourceStatus } from '../../model/outsource-order.status.ts'
import { matchProcessPrices, processPriceCalls, processPriceList } from '../../model/price/process-price.calls.ts'
import { type ProcessPriceRow, processPrice } from '../../model/price/process-price.record.ts'

const { pending_submit, cancelled } = outsourceStatus.codes
const { valid, future, expired } = priceValidity.codes
const joins = sql`join supplier s on s.org_id = t.org_id and s.id = t.supplier_id join process p on p.org_id = t.org_id and p.id = t.process_id
  left join material m on m.org_id = t.org_id and m.id = t.material_id`
const columns = sql`s.name as supplier_name, p.name as process_name, m.code as material_code, m.name as material_name,
  case when t.valid_from > epoch_now() then ${future}::integer when t.valid_to + ${daySeconds} <= epoch_now() then ${expired} else ${valid} end as validity`
const plain = plainHandlers(processPrice, processPriceCalls, {
  ...{ table: 'process_price', keyword: ['process_id'], orders: [], defaultOrder: '-created_time' },
  shows: { columns, joins },
})

export const processPriceHandlers: Handler[] = [
  ...plain.filter(({ call }) => call !== processPriceCalls.list),
  handle(processPriceCalls.list, (input, { tx, org_id }) =>
    listRows<ProcessPriceRow>(
      tx,
      {
        org_id,
        table: 'process_price',
        filterJoins: joins,
        where: [contains(input.keyword, sql`s.code`, sql`s.name`, sql`p.name`, sql`m.code`, sql`m.name`)],
        columns: sql`t.*, ${columns}`,
        joins,
        orders: {
          supplier_id: sql`s.name`,
          process_id: sql`p.name`,
          valid_from: sql`t.valid_from`,
          created_time: sql`t.created_time`,
        },
        defaultOrder: 'process_id',
      },
      input,
    ),
  ),
  handle(matchProcessPrices, async ({ supplier_id, operation_ids, day, currency }, context) => {
    const { tx, org_id, member } = context
    const on = day ?? startOfToday(context)
    const asked = currency ?? member.currency
    const matches = await rows(
      tx,
      sql<{
        operation_id: string
        price: string | null
        last_price: string | null
        last_order_no: string | null
      }>`select o.id as operation_id, p.price, k.price as last_price, k.no as last_order_no
        from mo_operation o join mo m on m.org_id = o.org_id and m.id = o.mo_id
          left join lateral (select trim_scale(p.price)::text as price from process_price p
            where p.org_id = o.org_id and p.process_id = o.process_id and p.supplier_id = ${supplier_id}
              and (p.material_id is null or p.material_id = m.material_id) and coalesce(p.currency, ${member.currency}) = ${asked}
              and ${holdsOn(on)}
            order by p.material_id nulls last, p.valid_from desc limit 1) p on true
          left join lateral (select trim_scale(l.price)::text as price, d.no from outsource_order_line l
              join outsource_order d on d.org_id = l.org_id and d.id = l.order_id join mo_operation x on x.org_id = l.org_id and x.id = l.operation_id
            where l.org_id = o.org_id and l.material_id = m.material_id and x.process_id = o.process_id and l.price is not null
              and d.status not in (${pending_submit}, ${cancelled}) and d.currency = ${asked}
            order by d.order_date desc, d.no desc, l.line_no desc limit 1) k on true
        where o.org_id = ${org_id} and ${among(sql`o.id`, operation_ids)}`,
    )
    return { matches }
  }),
  ...rateHandlers({
    ...{ table: 'process_price', calls: processPriceList, price: 'price', ends: true, currency: sql`t.currency` },
    ...{ subject: ['supplier_id', 'process_id', 'material_id', 'currency'], taken: ['remark'] },
    name: sql`concat_ws(' ', s.code, p.name, m.code)`,
    joins,
    unit: ({ language }) => sql`${language === 'zh' ? '件' : 'piece'}::text`,
  }),
]
