// What reports were booked, and that the ledger says what they say.
import { expect } from '@playwright/test'
import { mostRows } from '@qitao/core/page.ts'
import { listReports } from '@qitao/shopfloor/model/report.calls.ts'
import { listStockMovements } from '@qitao/stock/model/stock.calls.ts'
import type { Caller } from '../caller.ts'

export const booked = async (caller: Caller) => {
  const { output } = await caller.send(listReports, { page_size: mostRows, order_by: 'report_time' })
  return output.result
}
/** What the reports say they took is what the ledger says went out, once each. */
export async function ledgerIsExact(caller: Caller): Promise<void> {
  const reports = await booked(caller)
  const said = reports
    .flatMap(row => row.inputs.map(input => Number(input.quantity)))
    .reduce((sum, one) => sum + one, 0)
  const { output } = await caller.send(listStockMovements, { page_size: mostRows })
  const numbers = new Set(reports.map(row => row.report_no))
  const taken = output.result.filter(move => numbers.has(move.receipt_no ?? ''))
  expect(taken.reduce((sum, move) => sum - Number(move.quantity), 0)).toBe(said)
}
