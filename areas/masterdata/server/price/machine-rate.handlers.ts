import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { sql } from 'kysely'
import { machineRateCalls, machineRateList } from '../../model/price/machine-rate.calls.ts'
import { type MachineRateRow, machineRate } from '../../model/price/machine-rate.record.ts'
import { priceValidity } from '../../model/price/price-list.fields.ts'
import { rateHandlers } from './rate-list.ts'

const { valid, future, expired } = priceValidity.codes
const joins = sql`join device d on d.org_id = t.org_id and d.id = t.device_id
  left join lateral (select min(n.valid_from) - 1 as valid_to from machine_rate n
    where n.org_id = t.org_id and n.device_id = t.device_id and n.valid_from > t.valid_from) e on true`
const columns = sql`d.machine_no, d.name as device_name, e.valid_to,
  case when t.valid_from > epoch_now() then ${future}::integer when e.valid_to < epoch_now() then ${expired} else ${valid} end as validity`
const plain = plainHandlers(machineRate, machineRateCalls, {
  ...{ table: 'machine_rate', keyword: ['device_id'], orders: [], defaultOrder: '-created_time', usedIn: [] },
  shows: { columns, joins },
})

export const machineRateHandlers: Handler[] = [
  ...plain.filter(({ call }) => call !== machineRateCalls.list),
  handle(machineRateCalls.list, (input, { tx, org_id }) =>
    listRows<MachineRateRow>(
      tx,
      {
        ...{ org_id, table: 'machine_rate', joins, filterJoins: joins, defaultOrder: 'device_id' },
        where: [contains(input.keyword, sql`d.machine_no`, sql`d.name`)],
        columns: sql`t.*, ${columns}`,
        orders: {
          device_id: sql`d.machine_no`,
          valid_from: sql`t.valid_from`,
          created_time: sql`t.created_time`,
        },
      },
      input,
    ),
  ),
  ...rateHandlers({
    ...{ table: 'machine_rate', calls: machineRateList, price: 'hourly_rate', ends: false },
    ...{ subject: ['device_id'], taken: ['remark'] },
    name: sql`d.machine_no || ' ' || d.name`,
    joins: sql`join device d on d.org_id = t.org_id and d.id = t.device_id`,
    unit: ({ language }) => sql`${language === 'zh' ? '小时' : 'hour'}::text`,
  }),
]
