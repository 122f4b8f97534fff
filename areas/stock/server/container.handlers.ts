import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  containerCalls,
  containerTypeCalls,
  packContainer,
  plainContainerCalls,
  showContainerStock,
  unpackContainer,
} from '../model/container.calls.ts'
import { containerErrors } from '../model/container.errors.ts'
import { type ContainerRow, type ContainerStockRow, container, containerType } from '../model/container.record.ts'
import {
  type ContainerFacts,
  expectDroppable,
  expectRoom,
  movingTo,
  type PackedLine,
  packing,
  type StockToMove,
} from '../model/container.rules.ts'
import { containerExchange, containerTypeExchange } from '../model/stock.exchange.ts'
import { post } from './ledger.ts'
import { lineMaterials } from './materials.ts'

const types = plainHandlers(containerType, containerTypeCalls, {
  table: 'container_type',
  keyword: ['code', 'name', 'specs'],
  orders: ['code', 'name'],
  defaultOrder: 'code',
  shows: {
    columns: sql`(select count(*) from container c where c.org_id = t.org_id and c.container_type_id = t.id) as container_count`,
    joins: sql``,
  },
  inUse: containerErrors.typeInUse,
})
const plain = plainHandlers(container, plainContainerCalls, {
  table: 'container',
  keyword: ['code'],
  orders: ['code'],
  defaultOrder: 'code',
})
const add = plain.filter(({ call }) => call === plainContainerCalls.add)

const holdsStock = sql`exists (select from inventory i where i.org_id = t.org_id and i.container_id = t.id and i.quantity > 0)`
const shown = {
  columns: sql`t.*, k.code as container_type_code, k.name as container_type_name, k.capacity, l.code as location_code,
    w.name as warehouse_name, coalesce(i.material_count, 0) as material_count, coalesce(i.quantity, 0) as quantity, i.quantity is null as empty`,
  joins: sql`join container_type k on k.org_id = t.org_id and k.id = t.container_type_id
    left join location l on l.org_id = t.org_id and l.id = t.location_id
    left join warehouse w on w.org_id = l.org_id and w.id = l.warehouse_id
    left join lateral (select count(distinct material_id) as material_count, sum(quantity) as quantity from inventory i
      where i.org_id = t.org_id and i.container_id = t.id and i.quantity > 0) i on true`,
}

const list = handle(containerCalls.list, (input, { tx, org_id }) =>
  listRows<ContainerRow>(
    tx,
    {
      org_id,
      table: 'container',
      filterJoins: sql`join container_type n on n.org_id = t.org_id and n.id = t.container_type_id`,
      where: [
        contains(input.keyword, sql`t.code`, sql`n.code`, sql`n.name`),
        oneOfCodes(sql`t.status`, input.statuses),
        input.container_type_id !== undefined && sql`t.container_type_id = ${input.container_type_id}`,
        input.location_id !== undefined && sql`t.location_id = ${input.location_id}`,
        input.empty === true && sql`not ${holdsStock}`,
        input.empty === false && holdsStock,
      ],
      columns: shown.columns,
      joins: shown.joins,
      orders: { code: sql`t.code`, container_type_id: sql`n.code`, created_time: sql`t.created_time` },
      defaultOrder: 'code',
    },
    input,
  ),
)

export const containerHandlers: Handler[] = [
  ...types,
  exportHandler(containerTypeCalls.export, types[0], containerType, { imports: containerTypeExchange }),
  list,
  exportHandler(containerCalls.export, list, container, { imports: containerExchange }),
  ...add,

  handle(containerCalls.detail, async ({ id }, { tx, org_id }) => {
    const [record] = await rows(
      tx,
      sql<ContainerRow>`select ${shown.columns} from container t ${shown.joins} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: record ?? refuse(generalErrors.recordNotFound) }
  }),

  handle(containerCalls.alter, async (input, { tx, org_id }) => {
    const { id, row_version, code, container_type_id, location_id, status, remark } = input
    const found = expectVersion(await lockContainer(tx, org_id, id), row_version)
    const inside = location_id === found.location_id ? [] : await stockToMove(tx, org_id, sql`t.container_id = ${id}`)
    await post(tx, { org_id, movements: movingTo(found, location_id, inside) })
    await sql`update container set code = ${code}, container_type_id = ${container_type_id}, location_id = ${location_id},
      status = ${status}, remark = ${remark} where org_id = ${org_id} and id = ${id}`.execute(tx)
    return { affected: 1 }
  }),

  handle(containerCalls.drop, async ({ ids }, { tx, org_id, language }) => {
    await sql`select from container where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`.execute(
      tx,
    )
    const found = await rows(
      tx,
      sql<{
        id: string
        name: string
        holds_stock: boolean
        used: boolean
      }>`select t.id, t.code as name, ${holdsStock} as holds_stock,
          exists (select from inventory i where i.org_id = t.org_id and i.container_id = t.id) as used
        from container t where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
    )
    const { passed_ids, refused } = sortOut(ids, new Map(found.map(one => [one.id, one])), expectDroppable)
    await sql`delete from container where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(showContainerStock, async ({ id }, { tx, org_id }) => {
    const stock = (condition: RawBuilder<unknown>) =>
      rows(
        tx,
        sql<ContainerStockRow>`select t.id, t.material_id, m.code as material_code, m.name as material_name, m.specs as material_specs,
            u.name as unit_name, u.precision as unit_precision, t.lot_number, t.quality_status, t.quantity,
            t.quantity - t.occupied_quantity as available_quantity, t.expire_time
          from container c join inventory t on t.org_id = c.org_id and ${condition}
          join material m on m.org_id = t.org_id and m.id = t.material_id
          join unit u on u.org_id = m.org_id and u.id = m.unit_id
          where c.org_id = ${org_id} and c.id = ${id} and t.quantity > 0 order by t.quantity = t.occupied_quantity, m.code, t.lot_number, t.id`,
      )
    const known = await rows(tx, sql`select id from container where org_id = ${org_id} and id = ${id}`)
    if (known.length === 0) refuse(containerErrors.containerNotFound)
    return {
      packed: await stock(sql`t.container_id = c.id`),
      loose: await stock(sql`t.location_id = c.location_id and t.container_id is null`),
    }
  }),
  handle(packContainer, async ({ id, lines }, context) => {
    const found = await lockContainer(context.tx, context.org_id, id)
    const inside = await stockToMove(context.tx, context.org_id, sql`t.container_id = ${id}`)
    expectRoom(
      found,
      inside.map(({ quantity }) => quantity),
      lines.map(({ quantity }) => quantity),
    )
    return repack('pack', found, lines, context)
  }),
  handle(unpackContainer, async ({ id, lines }, context) =>
    repack('unpack', await lockContainer(context.tx, context.org_id, id), lines, context),
  ),
]

async function repack(
  direction: 'pack' | 'unpack',
  of: ContainerFacts,
  lines: readonly PackedLine[],
  { tx, org_id }: Pick<Context, 'tx' | 'org_id'>,
): Promise<{ affected: number }> {
  const ids = lines.map(({ inventory_id }) => inventory_id)
  const stock = await stockToMove(tx, org_id, among(sql`t.id`, ids))
  const materials = await lineMaterials(tx, org_id, stock)
  const movements = packing(direction, of, lines, new Map(stock.map(row => [row.id, row])), materials)
  await post(tx, { org_id, movements })
  return { affected: lines.length }
}

/** Locked before the stock in it, so that nothing is packed while it moves. */
async function lockContainer(tx: Tx, org_id: string, id: string): Promise<ContainerFacts> {
  await sql`select from container where org_id = ${org_id} and id = ${id} for update`.execute(tx)
  const [found] = await rows(
    tx,
    sql<ContainerFacts>`select t.id, t.row_version, t.code, t.status, t.location_id, k.capacity
      from container t join container_type k on k.org_id = t.org_id and k.id = t.container_type_id
      where t.org_id = ${org_id} and t.id = ${id}`,
  )
  return found ?? refuse(containerErrors.containerNotFound)
}

const stockToMove = (tx: Tx, org_id: string, condition: RawBuilder<unknown>): Promise<StockToMove[]> =>
  rows(
    tx,
    sql<StockToMove>`select t.id, t.material_id, t.location_id, t.lot_number, t.quality_status, t.container_id, t.quantity,
        t.supplier_id, t.first_in_time, t.expire_time
      from inventory t where t.org_id = ${org_id} and t.quantity > 0 and ${condition} order by t.id`,
  )
