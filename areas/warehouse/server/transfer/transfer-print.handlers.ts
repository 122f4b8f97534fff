import { generalErrors } from '@qitao/core/general.errors.ts'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Language, say, text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pdfFile } from '@qitao/platform/server/files/file-kinds.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { printSheets } from '@qitao/platform/server/pdf/print.ts'
import type { Sheet } from '@qitao/platform/server/pdf/sheets.ts'
import { sql } from 'kysely'
import { printTransfers, type TransferLineRow, type TransferRow } from '../../model/transfer/transfer.calls.ts'
import { transferLine, transferRecord } from '../../model/transfer/transfer.record.ts'
import { transferSteps } from '../../model/transfer/transfer.status.ts'
import { transferBooks } from './transfer.books.ts'

export const printTransferHandlers: Handler[] = [
  handle(printTransfers, async ({ ids }, { tx, org_id, member, language }) => {
    const heads = new Map((await transferBooks.several(tx, org_id, ids)).map(head => [head.id, head]))
    const lines = Map.groupBy(await transferBooks.linesOf(tx, org_id, ids), line => line.transfer_id)
    const [org] = await rows(tx, sql<{ name: string }>`select name from org where id = ${org_id}`)
    const sheets = ids.map(id =>
      sheetOf(heads.get(id) ?? refuse(generalErrors.recordNotFound), lines.get(id) ?? [], {
        company: org!.name,
        zone: member.time_zone,
        language,
      }),
    )
    const title = say(transferRecord.title, language)
    return pdfFile(title, await printSheets({ title, sheets }))
  }),
]

function sheetOf(
  head: TransferRow,
  lines: readonly TransferLineRow[],
  { company, zone, language }: { company: string; zone: string; language: Language },
): Sheet {
  const of = (name: keyof typeof transferRecord.fields) => say(transferRecord.fields[name].title, language)
  const ofLine = (name: keyof typeof transferLine.fields) => say(transferLine.fields[name].title, language)
  const words = (zh: string, en: string) => say(text(zh, en), language)
  const day = (at: number | null) => (at === null ? '' : dayOf(at, zone))
  return {
    ...{ title: say(transferRecord.title, language), company, no: head.no },
    facts: [
      [of('from_warehouse_id'), head.from_warehouse_name ?? ''],
      [of('to_warehouse_id'), head.to_warehouse_name ?? ''],
      [of('transfer_date'), day(head.transfer_date)],
      [of('steps'), say(transferSteps.stateOf(head.steps), language)],
      [of('arrival_date'), day(head.arrival_date)],
      [of('operator_id'), head.operator_name ?? ''],
      [of('remark'), head.remark ?? ''],
    ],
    tables: [
      {
        title: say(transferLine.title, language),
        columns: [
          { title: '#', share: 0.8, end: true },
          { title: ofLine('material_id'), share: 5 },
          { title: ofLine('lot_number'), share: 2.4 },
          { title: ofLine('quantity'), share: 2, end: true },
          { title: words('单位', 'Unit'), share: 1.2 },
          { title: ofLine('from_location_id'), share: 2.4 },
          { title: ofLine('to_location_id'), share: 2.4 },
          { title: words('实收', 'Came'), share: 1.6 },
        ],
        rows: lines.map((line, index) => [
          ...[String(index + 1), `${line.material_code} ${line.material_name}`, line.lot_number ?? ''],
          ...[formatQuantity(line.quantity), line.unit_name, line.from_location_code, line.to_location_code, ''],
        ]),
      },
    ],
    signatures: [words('制单', 'Made by'), words('发出', 'Sent by'), words('收货', 'Received by')],
  }
}
