import { generalErrors } from '@qitao/core/general.errors.ts'
import { isPositive } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { lockMos } from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import { bulkAnswer, type Context, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { lockSalesOrdersOf } from '@qitao/sales/server'
import { judgedQuality } from '@qitao/stock/model/quality.status.ts'
import { sql } from 'kysely'
import type { ReceiptInput } from '../../model/receipt.calls.ts'
import { expectAction } from '../../model/receipt.rules.ts'
import { outboundStatus } from '../../model/receipt.status.ts'
import { warehouseErrors } from '../../model/warehouse.errors.ts'
import { pickWaveCalls } from '../../model/wave/pick-wave.calls.ts'
import { insertReceipts } from '../receipt.handlers.ts'
import { receiptsForUpdate } from '../receipt.queries.ts'
import { walkFor } from './pick-walk.ts'
import {
  componentsToWalk,
  linesToWalk,
  type Wanted,
  wantedByMos,
  wantedByOrders,
  wavesOf,
  wavesPage,
} from './pick-wave.queries.ts'
import { printWaves } from './pick-wave-print.ts'

/** Receipts of what is wanted: one for each work order and each sales order. */
function receiptsFor(wanted: readonly Wanted[]): ReceiptInput[] {
  const documents = Map.groupBy(
    wanted.filter(({ quantity }) => isPositive(quantity)),
    ({ mo_id, order_id }) => mo_id ?? order_id!,
  )
  return [...documents.values()].map(lines => {
    const { receipt_type, mo_id, order_id, customer_id } = lines[0]!
    return {
      ...{ no: null, warehouse_id: null, supplier_id: null, receipt_date: null, remark: null },
      ...{ receipt_type, mo_id, order_id, customer_id },
      lines: lines.map(({ material_id, quantity, source_line_id }) => ({
        ...{
          material_id,
          quantity,
          source_line_id,
          location_id: null,
          lot_number: null,
          quality_status: judgedQuality.codes.finished,
          remark: null,
        },
      })),
    }
  })
}

/** Locked, open, and in no other wave. */
async function expectReceipts({ tx, org_id }: Context, ids: readonly string[]): Promise<void> {
  const found = await receiptsForUpdate(tx, org_id, 'outbound', ids)
  ids.forEach((id, index) => {
    const receipt = found.get(id) ?? refuse(generalErrors.recordNotFound, { row: index + 1 })
    expectAction('outbound', 'confirm', receipt.status)
  })
  const [other] = await rows(
    tx,
    sql<{ receipt: string; wave: string }>`select r.no as receipt, w.no as wave from pick_wave_receipt x
      join pick_wave w on w.org_id = x.org_id and w.id = x.wave_id join seen_receipt r on r.org_id = x.org_id and r.id = x.receipt_id
      where x.org_id = ${org_id} and ${among(sql`x.receipt_id`, ids)} order by r.no limit 1`,
  )
  if (!other) return
  refuse(warehouseErrors.receiptNotEditable, {
    ...other,
    detail: text('{receipt}已在波次{wave}中，请先解散该波次', '{receipt} is in wave {wave}: dissolve that first'),
  })
}

async function lockWaves(tx: Tx, org_id: string, ids: readonly string[]) {
  const found = await rows(
    tx,
    sql<{ id: string; no: string; row_version: number }>`select id, no, row_version from pick_wave
      where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
  )
  return new Map(found.map(wave => [wave.id, wave]))
}

export const pickWaveHandlers: Handler[] = [
  handle(pickWaveCalls.list, (input, { tx, org_id }) => wavesPage(tx, org_id, input)),
  handle(pickWaveCalls.add, async ({ receipt_ids, mo_ids, order_line_ids, remark }, context) => {
    const { tx, org_id, now, member } = context
    await expectReceipts(context, receipt_ids)
    // Of two who make receipts for the same want the second sees those of the first.
    await lockMos(tx, org_id, mo_ids)
    await lockSalesOrdersOf(tx, org_id, { line_ids: order_line_ids })
    const wanted = [...(await wantedByMos(tx, org_id, mo_ids)), ...(await wantedByOrders(tx, org_id, order_line_ids))]
    const made = await insertReceipts(context, 'outbound', receiptsFor(wanted), outboundStatus.codes.pending)
    const all = [...receipt_ids, ...made.map(({ id }) => id)]
    if (all.length === 0)
      refuse(generalErrors.recordNotFound, {
        detail: text(
          '没有可拣的物料：已在其他出库单上，或没有库存',
          'Nothing is left to pick: other goods issues have it, or there is no stock',
        ),
      })
    const [no] = await takeSerials(tx, 'BC', 1, now, member.time_zone)
    const id = newId()
    await insertRows(tx, 'pick_wave', [{ id, no: no!, operator_id: member.user_id, remark: remark ?? null }])
    await insertRows(
      tx,
      'pick_wave_receipt',
      all.map(receipt_id => ({ receipt_id, wave_id: id })),
    )
    return { id, no: no!, receipt_count: all.length }
  }),
  handle(pickWaveCalls.drop, async ({ ids }, { tx, org_id, language }) => {
    const { passed_ids, refused } = sortOut(ids, await lockWaves(tx, org_id, ids), () => {})
    await sql`delete from pick_wave where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
  handle(pickWaveCalls.walk, async ({ wave_id, receipt_id, mo_id, without }, { tx, org_id }) => {
    if (mo_id !== undefined) {
      const [mo] = await rows(tx, sql<{ no: string }>`select no from mo where org_id = ${org_id} and id = ${mo_id}`)
      if (!mo) refuse(generalErrors.recordNotFound)
      const lines = await componentsToWalk(tx, org_id, mo_id)
      return { no: mo.no, line_count: lines.length, done_count: 0, ...(await walkFor(tx, org_id, lines, without)) }
    }
    const which =
      wave_id === undefined
        ? sql`r.id = ${receipt_id ?? null}`
        : sql`r.id in (select y.receipt_id from pick_wave_receipt y where y.org_id = ${org_id} and y.wave_id = ${wave_id})`
    const [head] =
      wave_id === undefined
        ? await rows(
            tx,
            sql<{ no: string; line_count: number; done_count: number }>`select r.no, count(l.id) as line_count,
                count(l.id) filter (where l.done_quantity >= l.quantity) as done_count
              from seen_receipt r join receipt_line l on l.org_id = r.org_id and l.receipt_id = r.id
              where r.org_id = ${org_id} and ${which} and r.receipts_type = 1 group by r.no`,
          )
        : await wavesOf(tx, org_id, [wave_id])
    const { no, line_count, done_count } = head ?? refuse(generalErrors.recordNotFound)
    const walk = await walkFor(tx, org_id, await linesToWalk(tx, org_id, which), without)
    return { no, line_count, done_count, ...walk }
  }),
  printWaves,
]
