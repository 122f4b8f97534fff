import type { Parsed } from '@qitao/core/call.ts'
import type { Rows } from '@qitao/core/page.ts'
import { type Quantity, sum } from '@qitao/core/quantity.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { type ComponentInHand, toPick } from '@qitao/manufacturing/model/mo/picked.rules.ts'
import { heldToPick, ownPicked, standInsOf, substitutesOf } from '@qitao/manufacturing/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { type RawBuilder, sql } from 'kysely'
import { outboundStatus, outboundType, receiptsType } from '../../model/receipt.status.ts'
import type { LineToWalk } from '../../model/wave/pick-walk.rules.ts'
import type { pickWaveCalls } from '../../model/wave/pick-wave.calls.ts'
import type { PickWaveRow } from '../../model/wave/pick-wave.record.ts'
import { freeStock } from '../fulfilment.queries.ts'

const isOpen = (receipt: RawBuilder<unknown>) => sql`${receipt}.status in (${sql.join(outboundStatus.from('confirm'))})`

/** What its receipts come to. */
const figures = sql`left join lateral (
    select count(distinct r.id) as receipt_count, count(l.id) as line_count, count(l.id) filter (where l.done_quantity >= l.quantity) as done_count,
      bool_or(${isOpen(sql`r`)}) as is_open, bool_or(l.done_quantity > 0) as begun, array_agg(distinct r.no order by r.no) as receipt_nos
    from pick_wave_receipt x join seen_receipt r on r.org_id = x.org_id and r.id = x.receipt_id
    join receipt_line l on l.org_id = r.org_id and l.receipt_id = r.id
    where x.org_id = t.org_id and x.wave_id = t.id) f on true`
const waveColumns = sql`t.id, t.no, t.operator_id, a.name as operator_name, t.created_time, t.remark, coalesce(f.receipt_count, 0) as receipt_count,
  coalesce(f.line_count, 0) as line_count, coalesce(f.done_count, 0) as done_count, coalesce(f.receipt_nos, '{}') as receipt_nos,
  case when not coalesce(f.is_open, false) then 'done' when f.begun then 'partly' else 'open' end as status`
const waveJoins = sql`${figures} left join app_user a on a.org_id = t.org_id and a.id = t.operator_id`

export const wavesPage = (
  tx: Tx,
  org_id: string,
  { open, ...input }: Parsed<typeof pickWaveCalls.list>,
): Promise<Rows<PickWaveRow>> =>
  listRows<PickWaveRow>(
    tx,
    {
      org_id,
      table: 'pick_wave',
      where: [
        contains(input.keyword, sql`t.no`),
        open !== undefined &&
          sql`exists (select from pick_wave_receipt x join seen_receipt r on r.org_id = x.org_id and r.id = x.receipt_id
            where x.org_id = t.org_id and x.wave_id = t.id and ${isOpen(sql`r`)}) = ${open}`,
      ],
      columns: waveColumns,
      joins: waveJoins,
      orders: { no: sql`t.no`, created_time: sql`t.created_time` },
      defaultOrder: '-created_time',
    },
    input,
  )

/** Heads of waves by their ids. */
export const wavesOf = (tx: Tx, org_id: string, ids: readonly string[]): Promise<PickWaveRow[]> =>
  rows(
    tx,
    sql<PickWaveRow>`select ${waveColumns} from pick_wave t ${waveJoins} where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
  )

interface WalkedLine extends LineToWalk {
  readonly wave_id: string | null
}
/** Open lines of the receipts, those that name their place first: it is theirs before others choose. */
export const linesToWalk = (tx: Tx, org_id: string, which: RawBuilder<unknown>): Promise<WalkedLine[]> =>
  rows(
    tx,
    sql<WalkedLine>`select x.wave_id, l.id as line_id, r.id as receipt_id, r.no as receipt_no, coalesce(o.no, w.no) as source_no, r.mo_id,
        l.quantity - l.done_quantity as open_quantity, l.location_id, l.lot_number, l.material_id, m.code as material_code, m.name as material_name,
        m.specs as material_specs, u.name as unit_name, u.precision as unit_precision, m.lot_managed, m.serial_policy
      from seen_receipt r join receipt_line l on l.org_id = r.org_id and l.receipt_id = r.id
      join material m on m.org_id = l.org_id and m.id = l.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      left join pick_wave_receipt x on x.org_id = r.org_id and x.receipt_id = r.id
      left join seen_sales_order o on o.org_id = r.org_id and o.id = r.order_id left join mo w on w.org_id = r.org_id and w.id = r.mo_id
      where r.org_id = ${org_id} and r.receipts_type = ${receiptsType.outbound} and ${isOpen(sql`r`)} and l.quantity > l.done_quantity
        and l.quality_status = ${qualityStatus.codes.finished} and ${which}
      order by l.lot_number is null, l.location_id is null, r.created_time, r.id, l.line_no`,
  )

interface PartToPick {
  readonly mo_id: string
  readonly material_id: string
  readonly quantity: Quantity
}
/** What work orders still have to pick, by material: what they hold of substitutes in place of the material. */
async function partsToPick(tx: Tx, org_id: string, which: RawBuilder<unknown>): Promise<PartToPick[]> {
  const components = await rows(
    tx,
    sql<
      ComponentInHand & { mo_id: string; held: Record<string, string> }
    >`select c.mo_id, c.material_id, u."precision" as unit_precision,
        c.required_quantity, ${ownPicked('c')} as own_quantity, ${standInsOf('c')} as stand_ins, ${substitutesOf('c', 0)} as substitutes, ${heldToPick('c')} as held
      from mo_component c join mo m on m.org_id = c.org_id and m.id = c.mo_id
        join material x on x.org_id = c.org_id and x.id = c.material_id join unit u on u.org_id = x.org_id and u.id = x.unit_id
      where c.org_id = ${org_id} and ${which} order by c.mo_id, c.line_no`,
  )
  const parts = components.flatMap(({ mo_id, held, ...component }) =>
    toPick(component, held).map(part => ({ mo_id, ...part })),
  )
  return [...Map.groupBy(parts, ({ mo_id, material_id }) => `${mo_id} ${material_id}`).values()].map(of => ({
    ...of[0]!,
    quantity: sum(of.map(({ quantity }) => quantity)),
  }))
}
/** What a work order still has to pick, as lines of it: one for each material, which stands for the line. */
export async function componentsToWalk(tx: Tx, org_id: string, mo_id: string): Promise<LineToWalk[]> {
  const parts = await partsToPick(tx, org_id, sql`c.mo_id = ${mo_id}`)
  return rows(
    tx,
    sql<LineToWalk>`select m.id as line_id, o.id as receipt_id, o.no as receipt_no, o.no as source_no, o.id as mo_id, t.quantity as open_quantity,
        null::uuid as location_id, null::text as lot_number, m.id as material_id, m.code as material_code, m.name as material_name,
        m.specs as material_specs, u.name as unit_name, u.precision as unit_precision, m.lot_managed, m.serial_policy
      from ${recordset(numbered(parts), sql`mo_id uuid, material_id uuid, quantity numeric, "row" integer`)} t
      join mo o on o.org_id = ${org_id} and o.id = t.mo_id join material m on m.org_id = o.org_id and m.id = t.material_id
      join unit u on u.org_id = m.org_id and u.id = m.unit_id order by t."row"`,
  )
}
const numbered = (parts: readonly PartToPick[]) => parts.map((part, row) => ({ ...part, row }))

/** On goods issues that are not over. */
const onReceipts = (which: RawBuilder<unknown>) =>
  sql`coalesce((select sum(l.quantity - l.done_quantity) from receipt r join receipt_line l on l.org_id = r.org_id and l.receipt_id = r.id
    where r.org_id = t.org_id and r.receipts_type = ${receiptsType.outbound}
      and r.status in (${sql.join([...outboundStatus.from('submit'), ...outboundStatus.from('confirm')])}) and ${which}), 0)`

export interface Wanted {
  receipt_type: number
  mo_id: string | null
  order_id: string | null
  customer_id: string | null
  material_id: string
  source_line_id: string | null
  quantity: Quantity
}
const { to_be_produced, in_production } = moStatus.codes
/** What published work orders still have to pick and no receipt has. */
export async function wantedByMos(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<Wanted[]> {
  const parts = await partsToPick(
    tx,
    org_id,
    sql`${among(sql`c.mo_id`, mo_ids)} and m.status in (${to_be_produced}, ${in_production})`,
  )
  return rows(
    tx,
    sql<Wanted>`select ${outboundType.codes.picking}::integer as receipt_type, t.mo_id, null as order_id, null as customer_id, t.material_id,
        null as source_line_id, t.quantity - ${onReceipts(sql`r.mo_id = t.mo_id and l.material_id = t.material_id`)} as quantity
      from (select ${org_id}::uuid as org_id, w.* from ${recordset(numbered(parts), sql`mo_id uuid, material_id uuid, quantity numeric, "row" integer`)} w) t
      order by t."row"`,
  )
}
/** What is ready of order lines and no receipt has: the stock of a material goes round once, line by line. */
export const wantedByOrders = (tx: Tx, org_id: string, line_ids: readonly string[]): Promise<Wanted[]> =>
  rows(
    tx,
    sql<Wanted>`select ${outboundType.codes.sales}::integer as receipt_type, null as mo_id, t.order_id, t.customer_id, t.material_id, t.id as source_line_id,
        greatest(0, least(t.wanted, ${freeStock} - t.on_receipts - t.before)) as quantity
      from (select t.*, coalesce(sum(t.wanted) over (partition by t.material_id order by t.order_id, t.line_no
            rows between unbounded preceding and 1 preceding), 0) as before
          from (select t.org_id, t.id, t.order_id, o.customer_id, t.line_no, t.material_id,
              greatest(0, t.quantity - t.shipped_quantity - ${onReceipts(sql`l.source_line_id = t.id`)}) as wanted,
              ${onReceipts(sql`r.receipt_type = ${outboundType.codes.sales} and l.material_id = t.material_id`)} as on_receipts
            from seen_sales_order_line t join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id
            where t.org_id = ${org_id} and ${among(sql`t.id`, line_ids)} and not o.deleted
              and o.status in (${sql.join(salesOrderStatus.from('ship'))})) t) t
      order by t.order_id, t.line_no`,
  )
