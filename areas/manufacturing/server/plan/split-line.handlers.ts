import { least, type Quantity } from '@qitao/core/quantity.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { splitPurchaseLine } from '@qitao/purchasing/model/line/split-line.calls.ts'
import { openPurchaseLines, splitOrderLine } from '@qitao/purchasing/server'
import { sql } from 'kysely'
import { moStatus } from '../../model/mo/mo.status.ts'
import { takenOfPart } from '../../model/plan/split-supply.rules.ts'
import { lockWaiting } from './follow-receipts.ts'
import { holdCounts, lessenHolds } from './promise-holds.ts'
import { refreshKits } from './refresh-kits.ts'

export const splitLineHandlers: Handler[] = [
  handle(splitPurchaseLine, async (input, context) => {
    const { tx, org_id, now } = context
    const made = await splitOrderLine(context, input)
    const mo_ids = await lockWaiting(tx, org_id, [input.line_id], [])
    const edges = await edgesOf(tx, org_id, input.line_id)
    const holds = await rows(
      tx,
      sql<{ id: string; quantity: Quantity }>`select h.id, h.quantity from supply_hold h
        where h.org_id = ${org_id} and h.source_id = ${input.line_id} and ${holdCounts(now)}
        order by h.created_time, h.id for no key update`,
    )
    const taken = takenOfPart([...edges, ...holds], {
      ...{ kept: made.open_quantity, part: input.quantity, isEarlier: made.isEarlier },
    })
    const coming = await openPurchaseLines(tx, org_id, [made.material_id])
    const available = coming.find(({ id }) => id === made.line_id)?.eta ?? null
    const going = new Map(taken.map(({ id, quantity }) => [id, quantity]))
    const moved = edges.flatMap(edge => {
      const quantity = going.get(edge.id)
      if (quantity === undefined) return []
      return [{ id: edge.id, new_id: newId(), quantity, made_for: least(quantity, edge.made_for_quantity) }]
    })
    await moveEdges(tx, org_id, made.line_id, available, moved)
    const promised = holds.flatMap(({ id }) => {
      const quantity = going.get(id)
      return quantity === undefined ? [] : [{ id, new_id: newId(), quantity }]
    })
    await moveHolds(tx, org_id, made.line_id, promised)
    await refreshKits(tx, org_id, mo_ids, now)
    return { line_id: made.line_id }
  }),
]

interface Edge {
  readonly id: string
  readonly quantity: Quantity
  readonly made_for_quantity: Quantity
}
/** In the order in which supply is given (decision 0021). */
const edgesOf = (tx: Tx, org_id: string, line_id: string): Promise<Edge[]> =>
  rows(
    tx,
    sql<Edge>`select a.id, a.quantity, a.made_for_quantity from mo_assignment a join mo m on m.org_id = a.org_id and m.id = a.mo_id
      where a.org_id = ${org_id} and a.source_id = ${line_id}
      order by a.locked desc, m.status >= ${moStatus.codes.to_be_produced} desc, a.made_for_quantity > 0 desc, m.priority, m.delivery_date, m.no, a.id`,
  )

interface Moved {
  readonly id: string
  readonly new_id: string
  readonly quantity: Quantity
}
async function moveEdges(
  tx: Tx,
  org_id: string,
  source_id: string,
  available_time: number | null,
  moved: readonly (Moved & { readonly made_for: Quantity })[],
): Promise<void> {
  if (moved.length === 0) return
  const all = recordset(moved, sql`id uuid, new_id uuid, quantity numeric, made_for numeric`)
  await sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity, available_time, locked, manual, made_for_quantity, locked_by, locked_time, lock_reason, inquiry_id, promised_line_id)
    select r.new_id, a.mo_id, a.component_id, a.material_id, a.source_type, ${source_id}, r.quantity, ${available_time}::bigint, a.locked, a.manual, r.made_for,
      a.locked_by, a.locked_time, a.lock_reason, a.inquiry_id, a.promised_line_id
    from ${all} r join mo_assignment a on a.org_id = ${org_id} and a.id = r.id`.execute(tx)
  await sql`delete from mo_assignment a using ${all} r where a.org_id = ${org_id} and a.id = r.id and a.quantity <= r.quantity`.execute(
    tx,
  )
  await sql`update mo_assignment a set quantity = a.quantity - r.quantity, made_for_quantity = a.made_for_quantity - r.made_for
    from ${all} r where a.org_id = ${org_id} and a.id = r.id`.execute(tx)
}

async function moveHolds(tx: Tx, org_id: string, source_id: string, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return
  await sql`insert into supply_hold (id, inquiry_id, order_line_id, material_id, source_type, source_id, quantity, is_product, kept_until, created_by, created_time)
    select r.new_id, h.inquiry_id, h.order_line_id, h.material_id, h.source_type, ${source_id}, r.quantity, h.is_product, h.kept_until, h.created_by, h.created_time
    from ${recordset(moved, sql`id uuid, new_id uuid, quantity numeric`)} r join supply_hold h on h.org_id = ${org_id} and h.id = r.id`.execute(
    tx,
  )
  await lessenHolds(tx, org_id, moved)
}
