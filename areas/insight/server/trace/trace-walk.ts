import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { receiptsType } from '@qitao/warehouse/model/receipt.status.ts'
import { type RawBuilder, sql } from 'kysely'
import { isEnd, type TraceEdge, traceBy } from '../../model/trace/trace-node.ts'
import { type Direction, edgesAt } from './trace-edges.ts'

export interface TraceQuestion {
  readonly trace_by: (typeof traceBy.list)[number]['code']
  readonly value: string
  /** Of a lot number that several materials have. */
  readonly material_id?: string | undefined
}
export interface Walked {
  /** How far each node is from where it began. */
  readonly levels: ReadonlyMap<string, number>
  readonly edges: readonly TraceEdge[]
  /** There is more than is answered. */
  readonly cut: boolean
}
/** More than anybody reads; said when it is reached. */
export const mostEdges = 20_000

/** Level by level, one statement each: what a level has found is asked next. Documents and goods without a lot are ends. */
export async function walk(
  tx: Tx,
  org_id: string,
  direction: Direction,
  starts: readonly string[],
  most = mostEdges,
): Promise<Walked> {
  const levels = new Map(starts.map(key => [key, 0]))
  const found: TraceEdge[][] = []
  let [room, cut, frontier] = [most, false, starts]
  for (let level = 1; frontier.length > 0 && !cut; level++) {
    const next = await edgesAt(tx, org_id, direction, frontier, room)
    found.push(next.edges)
    room -= next.edges.length
    cut = next.cut
    const reached = next.edges
      .map(edge => (direction === 'forward' ? edge.to : edge.from))
      .filter(key => !levels.has(key))
    for (const key of reached) levels.set(key, level)
    frontier = [...new Set(reached)].filter(key => !isEnd(key))
  }
  return { levels, edges: found.flat(), cut }
}

/** So few movements make no large trace; so few edges are answered where the call has come in. */
const small = { movements: 2_000, edges: 400 }
/** Whether an answer is put together beside the event loop: there is more than a few edges of it. */
export async function isLargeTrace(
  { tx, org_id }: { readonly tx: Tx; readonly org_id: string },
  directions: readonly Direction[],
  question: TraceQuestion,
  { movements, edges } = small,
): Promise<boolean> {
  const [book] = await rows(
    tx,
    sql<{
      count: number
    }>`select count(*) from (select from stock_movement where org_id = ${org_id} limit ${movements + 1}) x`,
  )
  if (book!.count <= movements) return false
  const starts = await startsOf(tx, org_id, question)
  for (const direction of directions) if ((await walk(tx, org_id, direction, starts, edges)).cut) return true
  return false
}

const keys = async (tx: Tx, query: RawBuilder<{ key: string }>): Promise<string[]> =>
  (await rows(tx, query)).map(({ key }) => key)

/** Where a trace begins: every node that the asked number stands for. What a member may not see is not there. */
export async function startsOf(
  tx: Tx,
  org_id: string,
  { trace_by, value, material_id }: TraceQuestion,
): Promise<string[]> {
  const asked = value.trim()
  const of = material_id === undefined ? sql`` : sql`and t.material_id = ${material_id}`
  const ways: Readonly<Record<Exclude<TraceQuestion['trace_by'], 'any'>, () => Promise<string[]>>> = {
    serial_number: () =>
      keys(
        tx,
        sql`select 'piece/' || serial_no as key from serial_number where org_id = ${org_id} and serial_no = ${asked}`,
      ),
    // Also what was told of goods that no bin has had yet.
    lot_number: () =>
      keys(
        tx,
        sql`with asked as (
            select t.material_id, t.lot_number from inventory t where t.org_id = ${org_id} and t.lot_number <> '' and t.lot_number = ${asked} ${of}
            union select t.material_id, t.lot_number from trace_entry t where t.org_id = ${org_id} and t.lot_number <> '' and t.lot_number = ${asked} ${of}
            union select t.material_id, t.lot_number from stock_lot t where t.org_id = ${org_id} and t.supplier_lot = ${asked} ${of})
          select 'lot/' || t.material_id || '/' || t.lot_number as key from asked t
          union select 'piece/' || e.serial_no from trace_entry e join asked t on t.material_id = e.material_id and t.lot_number = e.lot_number
            where e.org_id = ${org_id} and e.serial_no <> '' order by 1`,
      ),
    mo_no: async () => {
      const mos = await rows(tx, sql<{ id: string }>`select id from mo where org_id = ${org_id} and no = ${asked}`)
      return withReports(
        tx,
        org_id,
        mos.map(({ id }) => id),
      )
    },
    order_no: async () => {
      const orders = (
        await rows(tx, sql<{ id: string }>`select id from seen_sales_order where org_id = ${org_id} and no = ${asked}`)
      ).map(({ id }) => id)
      if (orders.length === 0) return []
      const mos = await rows(
        tx,
        sql<{ id: string }>`select id from mo where org_id = ${org_id} and ${among(sql`order_id`, orders)}`,
      )
      const shipped = await keys(
        tx,
        sql`select 'document/receipt/' || id as key from seen_receipt where org_id = ${org_id} and receipts_type = ${receiptsType.outbound} and ${among(sql`order_id`, orders)} order by 1`,
      )
      return [
        ...shipped,
        ...(await withReports(
          tx,
          org_id,
          mos.map(({ id }) => id),
        )),
      ]
    },
    receipt_no: () =>
      keys(
        tx,
        sql`select 'document/receipt/' || id as key from seen_receipt where org_id = ${org_id} and no = ${asked}`,
      ),
    customer: () =>
      keys(
        tx,
        sql`select 'document/receipt/' || r.id as key from seen_receipt r join customer c on c.org_id = r.org_id and c.id = r.customer_id
          where r.org_id = ${org_id} and r.receipts_type = ${receiptsType.outbound} and (c.code = ${asked} or c.name = ${asked}) order by 1`,
      ),
  }
  // What a scanner reads does not say what it is.
  const found =
    trace_by === 'any'
      ? ((await Promise.all(Object.values(ways).map(way => way()))).find(starts => starts.length > 0) ?? [])
      : await ways[trace_by]()
  return found.length > 0
    ? found
    : refuse(generalErrors.recordNotFound, { field: 'value', field_title: traceBy.stateOf(trace_by), value: asked })
}

/** Work orders, and those of their reports that tell what they made. */
async function withReports(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<string[]> {
  const reports = await keys(
    tx,
    sql`select distinct 'report/' || source_id as key from trace_entry
      where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} and source_type = 'report' and quantity > 0 order by 1`,
  )
  return [...mo_ids.map(id => `mo/${id}`), ...reports]
}
