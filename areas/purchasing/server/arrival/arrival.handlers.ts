import { generalErrors } from '@qitao/core/general.errors.ts'
import { isPositive } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { say } from '@qitao/core/text.ts'
import { documentHandlers } from '@qitao/document-kit/server'
import { labelType } from '@qitao/masterdata/model/material/label.calls.ts'
import { among } from '@qitao/platform/server/database/database.ts'
import { updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { pdfFile } from '@qitao/platform/server/files/file-kinds.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { printLabels } from '@qitao/platform/server/pdf/print.ts'
import { sql } from 'kysely'
import { type ArrivalInput, arrivals, printArrivalLabels, splitArrival } from '../../model/arrival/arrival.calls.ts'
import { splitLines } from '../../model/arrival/arrival.rules.ts'
import { arrivalStatus } from '../../model/arrival/arrival.status.ts'
import { labelsOfArrival } from '../../model/arrival/arrival-labels.rules.ts'
import { arrivalBooks, arrivalTable, followArrivals } from './arrival.books.ts'

export const arrivalHandlers: Handler[] = [
  ...documentHandlers(arrivals, arrivalTable, arrivalBooks),

  handle(printArrivalLabels, async ({ ids, label_type }, { tx, org_id, language }) => {
    const heads = await arrivalBooks.several(tx, org_id, ids)
    const lines = await arrivalBooks.linesByDocument(tx, org_id, ids)
    const labels = ids.flatMap(id =>
      labelsOfArrival(heads.get(id) ?? refuse(generalErrors.recordNotFound), lines.get(id) ?? [], language),
    )
    const title = say(printArrivalLabels.title, language)
    return pdfFile(title, await printLabels({ type: labelType.keyOf(label_type), labels, copies: 1, title }))
  }),

  handle(splitArrival, async ({ id, row_version, planned_date, lines }, context) => {
    const { tx, org_id } = context
    await arrivalBooks.take(context, 'split', { id, row_version })
    const head = await arrivalBooks.one(context, { id })
    const old = await arrivalBooks.linesOf(tx, org_id, [id])
    const kept = splitLines(old, lines)
    const isGone = ({ quantity }: { quantity: string }) => !isPositive(quantity)
    const gone = kept.filter(isGone).map(line => line.id)
    await sql`delete from arrival_line where org_id = ${org_id} and ${among(sql`id`, gone)}`.execute(tx)
    await updateRows(
      tx,
      org_id,
      'arrival_line',
      kept.filter(line => !isGone(line)),
    )
    const byId = new Map(old.map(line => [line.id, line]))
    const { supplier_id, carrier, dock, remark } = head
    const input: ArrivalInput = {
      ...{ no: null, planned_date, supplier_id, carrier, dock, remark, vehicle: null, time_window: null },
      lines: lines.map(({ line_id, quantity }) => {
        const { order_line_id, material_id, lot_number } = byId.get(line_id)!
        return { order_line_id, material_id, quantity, lot_number, container_count: null }
      }),
    }
    const [made] = await arrivalBooks.add(context, [input])
    if (head.status !== arrivalStatus.codes.pending_submit) await arrivalBooks.move(tx, org_id, 'submit', [made!.id])
    // A part that had come is all of it now.
    const rest = await arrivalBooks.linesOf(tx, org_id, [id])
    if (!rest.some(line => isPositive(line.open_quantity))) await arrivalBooks.move(tx, org_id, 'receive', [id])
    // Its lines are others now: who saw it before is told (5023).
    await arrivalBooks.write(tx, org_id, [id], { planned_date: head.planned_date })
    await followArrivals(context, [head, made!])
    return made!
  }),
]
