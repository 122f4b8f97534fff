import { notify, shows } from '@qitao/access/server'
import { text } from '@qitao/core/text.ts'
import { documentHandlers } from '@qitao/document-kit/server'
import { rows } from '@qitao/platform/server/database/database.ts'
import { updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { transitBin } from '@qitao/stock/server'
import { sql } from 'kysely'
import { receiveTransfer, reverseTransfer, type TransferRow, transfer } from '../../model/transfer/transfer.calls.ts'
import { type Brought, goingBack, type LinePart, receiveLines } from '../../model/transfer/transfer.rules.ts'
import { moveHeld } from '../moving/move-held.ts'
import { binsOf, transferBooks, transferTable } from './transfer.books.ts'

/** What was sent and comes neither now nor later is told to whoever sent it. */
async function tellDifference(
  { tx, org_id, member, tell }: Context,
  { id, no, operator_id }: TransferRow,
  reason: string,
) {
  if (operator_id === null || operator_id === member.user_id) return
  await notify({ tx, org_id, tell }, [operator_id], {
    type: 'warning',
    sign: `transfer_difference ${id}`,
    text: text(`调拨单${no}收货有差异：${reason}`, `Transfer ${no} came with a difference: ${reason}`),
    ...shows(pages.editTransfer, { id }),
  })
}

async function saveReceived({ tx, org_id }: Context, parts: readonly LinePart[], difference_reason: string | null) {
  const counted = parts.map(({ line: { id, from_location_id }, quantity, to_location_id }) => {
    if (to_location_id === null) return { id, lost_quantity: quantity }
    return to_location_id === from_location_id
      ? { id, returned_quantity: quantity }
      : { id, received_quantity: quantity }
  })
  await transferBooks.countLines(tx, org_id, counted)
  const missing = counted.filter(({ received_quantity }) => received_quantity === undefined)
  if (difference_reason === null) return
  await updateRows(
    tx,
    org_id,
    'transfer_line',
    missing.map(({ id }) => ({ id, difference_reason })),
  )
}

export const transferHandlers: Handler[] = [
  ...documentHandlers(transfer, transferTable, transferBooks),

  handle(receiveTransfer, async (given, context) => {
    const { tx, org_id } = context
    const { id, no } = await transferBooks.take(context, 'receive', given)
    const lines = await transferBooks.linesOf(tx, org_id, [id])
    const bins = await binsOf(tx, org_id, given.lines)
    const reason = given.reason ?? null
    const { parts, isOpen } = receiveLines(lines, given, bins)
    const from_location_id = await transitBin(tx, org_id)
    await moveHeld(
      context,
      parts.map(({ line: { material_id, lot_number }, quantity, to_location_id }) => ({
        ...{ material_id, lot_number: lot_number ?? '', from_location_id, to_location_id, quantity },
        transfer: { id, no },
      })),
    )
    await saveReceived(context, parts, reason)
    await transferBooks.move(tx, org_id, isOpen ? 'receive_part' : 'receive', [id])
    const isDifferent = parts.some(({ line, to_location_id }) => [null, line.from_location_id].includes(to_location_id))
    if (isDifferent && reason) await tellDifference(context, await transferBooks.one(context, { id }), reason)
    return { affected: given.lines.length }
  }),

  handle(reverseTransfer, async (given, context) => {
    const { tx, org_id } = context
    const { id, no } = await transferBooks.take(context, 'reverse', given)
    const brought = await rows(
      tx,
      sql<Brought>`select material_id, lot_number, location_id, sum(quantity) as quantity from stock_movement
        where org_id = ${org_id} and source_id = ${id} group by 1, 2, 3 having sum(quantity) <> 0 order by 1, 2, 3`,
    )
    await moveHeld(
      context,
      goingBack(brought).map(move => ({ ...move, transfer: { id, no } })),
    )
    await sql`update transfer_line set received_quantity = 0, returned_quantity = quantity - lost_quantity,
        difference_reason = coalesce(${given.reason ?? null}, difference_reason)
      where org_id = ${org_id} and transfer_id = ${id}`.execute(tx)
    await transferBooks.move(tx, org_id, 'reverse', [id])
    return { affected: 1 }
  }),
]
