import { isPositive, type Quantity } from '@qitao/core/quantity.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { checkPieces } from '@qitao/stock/model/piece.rules.ts'
import { type TraceEntry, takePieces } from '@qitao/stock/server'
import { sql } from 'kysely'
import type { Decided } from '../model/report.rules.ts'
import { entriesOf } from '../model/report-trace.rules.ts'

/** Lot and serial numbers of what a report made. */
export interface MadePieces {
  readonly lot_number?: string | null | undefined
  readonly serial_numbers?: readonly string[] | undefined
}
interface Making {
  readonly id: string
  readonly report_no: string
  readonly decided: Decided
  readonly input: {
    readonly finished_quantity: Quantity
    readonly made?: MadePieces | undefined
    readonly outside?: boolean
  }
}
interface Product {
  mo_id: string
  material_id: string
  code: string
  serial_policy: number
}

/**
 * What came out of each report, as far as it is told. Pieces are of the order's own numbers; where the product asks for a number of
 * each, the last operation names them all.
 */
export async function madePieces(tx: Tx, org_id: string, reports: readonly Making[]): Promise<TraceEntry[]> {
  const found = await rows(
    tx,
    sql<Product>`select o.id as mo_id, o.material_id, m.code, m.serial_policy from mo o
      join material m on m.org_id = o.org_id and m.id = o.material_id
      where o.org_id = ${org_id} and ${among(
        sql`o.id`,
        reports.map(({ decided }) => decided.report.mo_id),
      )}`,
  )
  const products = new Map(found.map(product => [product.mo_id, product]))
  const made = reports.map(report => {
    const product = products.get(report.decided.report.mo_id)!
    const { finished_quantity: quantity, made: of, outside } = report.input
    // Of what a supplier brings back they were asked for when it came.
    const expected = report.decided.operation.next_sequences.length === 0 && !outside
    const numbers = checkPieces(of?.serial_numbers, { quantity, material: product, expected })
    return { ...report, product, quantity, numbers, lot_number: of?.lot_number ?? '' }
  })
  const known = await takePieces(
    tx,
    org_id,
    made.flatMap(({ numbers, product: { material_id, mo_id } }) =>
      numbers.map(serial_no => ({ serial_no, material_id, mo_id, step: 'made' as const })),
    ),
  )
  return made.flatMap(({ id, report_no, product: { mo_id, material_id }, quantity, numbers, lot_number }) => {
    const pieces = numbers.map(serial_no => ({
      ...{ material_id, serial_no },
      lot_number: lot_number || known.get(serial_no)!.lot_number,
    }))
    const lots = lot_number !== '' && isPositive(quantity) ? [{ material_id, lot_number, quantity }] : []
    return entriesOf(lots, pieces, 1).map(entry => ({
      ...{ source_type: 'report' as const, source_id: id, source_no: report_no, mo_id },
      ...entry,
    }))
  })
}
