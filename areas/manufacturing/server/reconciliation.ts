import { text } from '@qitao/core/text.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { amongThese, derived, plainNumber, type Reconciliation } from '@qitao/platform/server/reconciliation.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { balanceName, correctOccupied, lockBalances } from '@qitao/stock/server'
import { sql } from 'kysely'
import { moStatus, pickingStatus, stockSources, supplySource } from '../model/mo/mo.status.ts'
import { taskStatus } from '../model/mo/task.status.ts'
import { tellSales } from './mo/follow-mos.ts'
import { ownPicked } from './mo/substitutes-to-pick.ts'

const { to_be_produced, in_production, completed } = moStatus.codes
const { in_transit, in_production: being_made } = supplySource.codes

async function linesFollow(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<void> {
  const lines = await rows(
    tx,
    sql<{
      order_line_id: string | null
    }>`select order_line_id from mo where org_id = ${org_id} and ${among(sql`id`, mo_ids)}`,
  )
  await tellSales(
    tx,
    org_id,
    lines.map(({ order_line_id }) => order_line_id),
  )
}

/** `t` is the order in all of these. */
const operationsOf = sql`from mo_operation o where o.org_id = t.org_id and o.mo_id = t.id`
const onFloor = sql`t.status in (${to_be_produced}, ${in_production}, ${completed})`

const held = sql`(select coalesce(sum(a.quantity), 0) from mo_assignment a
  where a.org_id = i.org_id and a.source_type in (${sql.join(stockSources)}) and a.source_id = i.id)`

export const manufacturingReconciliations: readonly Reconciliation[] = [
  derived({
    key: 'mo_completed',
    title: text('工单完工数量与工序', 'Completed quantity and operations'),
    remedy: text(
      '以末道工序为准：更正后完工数量等于末道工序报工合计',
      'The last operations count: a correction sets the completed quantity to what they reported',
    ),
    ...{ table: 'mo', column: 'completed_quantity', where: onFloor, after: linesFollow },
    expected: sql`(select coalesce(sum(o.reported_quantity), 0) ${operationsOf} and o.next_sequences = '{}')`,
  }),
  derived({
    key: 'mo_defective',
    title: text('工单不良数量与工序', 'Defective quantity and operations'),
    remedy: text(
      '以工序为准：更正后不良数量等于各工序合计',
      'Operations count: a correction sets the defective quantity to their sum',
    ),
    ...{ table: 'mo', column: 'defective_quantity', where: onFloor },
    expected: sql`(select coalesce(sum(o.defective_quantity), 0) ${operationsOf})`,
  }),
  derived({
    key: 'mo_status',
    title: text('工单状态与工序', 'MO status and operations'),
    remedy: text('以工序为准：更正后工单状态由工序得出', 'Operations count: a correction takes the status from them'),
    ...{ table: 'mo', column: 'status', where: onFloor, after: linesFollow },
    expected: sql`(select case when count(*) > 0 and bool_and(o.status = ${taskStatus.codes.done}) then ${completed}
        when bool_or(o.status <> ${taskStatus.codes.not_started}) then ${in_production} else ${to_be_produced} end ${operationsOf})::smallint`,
  }),
  derived({
    key: 'mo_inbound',
    title: text('工单入库数量与流水', 'MO inbound quantity and movements'),
    remedy: text(
      '以完工入库流水为准：更正后入库数量等于流水合计',
      'Completion movements count: a correction sets the inbound quantity to their sum',
    ),
    ...{ table: 'mo', column: 'inbound_quantity', after: linesFollow },
    expected: (org_id, ids) => sql`select s.mo_id as id, sum(s.quantity) as total from stock_movement s
      where s.org_id = ${org_id} and s.mo_id is not null and ${amongThese(sql`s.mo_id`, ids)}
        and s.movement_type = ${movementType.codes.completion_in} group by s.mo_id`,
  }),
  derived({
    key: 'mo_picking_status',
    title: text('工单领料状态与组件', 'MO picking status and components'),
    remedy: text(
      '以组件为准：更正后领料状态由组件得出',
      'Components count: a correction takes the picking status from them',
    ),
    ...{ table: 'mo', column: 'picking_status' },
    expected: sql`(select case when coalesce(sum(c.picked_quantity), 0) = 0 then ${pickingStatus.codes.not_picked}
        when bool_or(c.picked_quantity < c.required_quantity) then ${pickingStatus.codes.partially_picked} else ${pickingStatus.codes.picked} end
      from mo_component c where c.org_id = t.org_id and c.mo_id = t.id)::smallint`,
  }),
  {
    key: 'mo_picked',
    title: text('工单已领数量与流水', 'MO picked quantity and movements'),
    remedy: text(
      '请核对线边物料，差额用领料或退料单调整',
      'Count the material at the line, and book the difference by picking or returning',
    ),
    find: (org_id, ids) => sql`
      with picked as materialized (select c.mo_id as id, sum(${ownPicked('c')} + coalesce(s.quantity, 0)) as quantity from mo_component c
          left join lateral (select sum(s.quantity) as quantity from mo_component_stand_in s where s.org_id = c.org_id and s.component_id = c.id) s on true
          where c.org_id = ${org_id} and ${amongThese(sql`c.mo_id`, ids)} group by c.mo_id),
        moved as materialized (select s.mo_id as id, -sum(s.quantity) as quantity from stock_movement s
          where s.org_id = ${org_id} and s.mo_id is not null and ${amongThese(sql`s.mo_id`, ids)}
            and s.movement_type in (${movementType.codes.picking_out}, ${movementType.codes.material_return}) group by s.mo_id)
      select m.id as object_id, m.no as object_no, '' as subject,
        ${plainNumber(sql`coalesce(v.quantity, 0)`)} as expected, ${plainNumber(sql`coalesce(p.quantity, 0)`)} as found
      from mo m left join picked p on p.id = m.id left join moved v on v.id = m.id
      where m.org_id = ${org_id} and ${amongThese(sql`m.id`, ids)} and coalesce(p.quantity, 0) <> coalesce(v.quantity, 0)`,
  },
  {
    key: 'sales_line_making',
    title: text('销售订单生产数量与工单', 'Quantities made for a sales line and its MOs'),
    remedy: text(
      '以工单为准：更正后计划、完工、入库数量等于工单合计',
      'MOs count: a correction sets planned, produced and put-in quantities to their sums',
    ),
    find: (org_id, ids) => sql`select l.id as object_id, o.no as object_no, t.code as subject,
        concat_ws(' / ', ${plainNumber(sql`k.planned`)}, ${plainNumber(sql`k.produced`)}, ${plainNumber(sql`k.inbound`)}) as expected,
        concat_ws(' / ', ${plainNumber(sql`l.planned_quantity`)}, ${plainNumber(sql`l.produced_quantity`)}, ${plainNumber(sql`l.inbound_quantity`)}) as found
      from sales_order_line l join sales_order o on o.org_id = l.org_id and o.id = l.order_id
        join material t on t.org_id = l.org_id and t.id = l.material_id
        cross join lateral (select coalesce(sum(case when m.status >= ${moStatus.codes.completed} then least(m.planned_quantity, m.completed_quantity) else m.planned_quantity end), 0) as planned, coalesce(sum(m.completed_quantity), 0) as produced,
            coalesce(sum(m.inbound_quantity), 0) as inbound
          from mo m where m.org_id = l.org_id and m.order_line_id = l.id and m.parent_mo_id is null) k
      where l.org_id = ${org_id} and ${amongThese(sql`l.id`, ids)}
        and (k.planned, k.produced, k.inbound) <> (l.planned_quantity, l.produced_quantity, l.inbound_quantity)`,
    correct: (tx, org_id, ids) => tellSales(tx, org_id, ids),
  },
  {
    key: 'supply_assigned',
    title: text('在途、在制供应与分配', 'Supply on the way and what is assigned of it'),
    remedy: text(
      '同一供应被分配了两次：请对相关工单重新执行齐套检查',
      'One supply is assigned twice: check the kits of its orders again',
    ),
    find: (org_id, ids) => sql`
      with assigned as (select source_type, source_id, sum(quantity) as quantity from mo_assignment
          where org_id = ${org_id} and source_type in (${in_transit}, ${being_made}) and ${amongThese(sql`source_id`, ids)} group by 1, 2),
        supply as (select l.id, o.no, l.quantity - l.received_quantity as quantity from purchase_order_line l
            join purchase_order o on o.org_id = l.org_id and o.id = l.order_id where l.org_id = ${org_id}
          union all select m.id, m.no, m.planned_quantity - m.inbound_quantity from mo m where m.org_id = ${org_id})
      select a.source_id as object_id, coalesce(s.no, '?') as object_no, '' as subject,
        '<= ' || ${plainNumber(sql`coalesce(s.quantity, 0)`)} as expected, ${plainNumber(sql`a.quantity`)} as found
      from assigned a left join supply s on s.id = a.source_id where a.quantity > coalesce(s.quantity, 0)`,
  },
  {
    key: 'stock_occupied',
    title: text('库存占用与工单分配', 'Occupied stock and assignments'),
    remedy: text(
      '以工单的分配为准：更正后占用等于分配合计；分配超过库存时，先对工单重新执行齐套检查',
      'Assignments count: a correction sets what is occupied to their sum; where they exceed the stock, check the kits again first',
    ),
    find: (org_id, ids) => sql`select i.id as object_id, ${balanceName} as object_no, '' as subject,
        ${plainNumber(sql`k.held`)} as expected, ${plainNumber(sql`i.occupied_quantity`)} as found
      from inventory i cross join lateral (select ${held} as held) k
      where i.org_id = ${org_id} and ${amongThese(sql`i.id`, ids)} and k.held <> i.occupied_quantity`,
    correct: async (tx, org_id, ids) => {
      await lockBalances(tx, org_id, ids)
      const found = await rows(
        tx,
        sql<{ id: string; quantity: string }>`select i.id, ${held} as quantity from inventory i
          where i.org_id = ${org_id} and ${among(sql`i.id`, ids)}`,
      )
      await correctOccupied(tx, org_id, found)
    },
  },
]
