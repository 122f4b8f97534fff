import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { sql } from 'kysely'
import { type FixedBinRow, fixedBin } from '../model/fixed-bin.record.ts'
import { fixedBinCalls, proposePutAwayCall } from '../model/put-away.calls.ts'
import { putAway } from './put-away.ts'

const columns = sql`l.code as location_code, w.name as warehouse_name, m.code as material_code, m.name as material_name, u.name as unit_name,
  s.quantity`
const joins = sql`join location l on l.org_id = t.org_id and l.id = t.location_id
  join warehouse w on w.org_id = l.org_id and w.id = l.warehouse_id
  join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
  cross join lateral (select coalesce(sum(i.quantity), 0) as quantity from inventory i
    where i.org_id = t.org_id and i.location_id = t.location_id and i.material_id = t.material_id) s`

const plain = plainHandlers(fixedBin, fixedBinCalls, {
  ...{ table: 'fixed_bin', keyword: ['location_id'], orders: [], defaultOrder: '-created_time' },
  shows: { columns, joins },
})

export const putAwayHandlers: Handler[] = [
  ...plain.filter(({ call }) => call !== fixedBinCalls.list),
  handle(fixedBinCalls.list, (input, { tx, org_id }) =>
    listRows<FixedBinRow>(
      tx,
      {
        org_id,
        table: 'fixed_bin',
        filterJoins: joins,
        where: [contains(input.keyword, sql`l.code`, sql`m.code`, sql`m.name`)],
        columns: sql`t.*, ${columns}`,
        joins,
        orders: { location_id: sql`l.code`, material_id: sql`m.code`, created_time: sql`t.created_time` },
        defaultOrder: 'location_id',
      },
      input,
    ),
  ),
  handle(proposePutAwayCall, async ({ warehouse_id, lines }, { tx, org_id }) => {
    const goods = lines.map(({ lot_number, ...line }) => ({ ...line, lot_number: lot_number ?? '' }))
    const found = await putAway(tx, org_id, warehouse_id ?? null, goods)
    return { lines: found.map(parts => ({ parts })) }
  }),
]
