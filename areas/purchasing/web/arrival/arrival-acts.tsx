import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { mostSheets } from '@qitao/document-kit/model/document-paper.ts'
import {
  asks,
  type DocumentActs,
  figureColumns,
  goodsColumn,
  isGiven,
  openRows,
  unitColumn,
} from '@qitao/document-kit/web'
import { labelType } from '@qitao/masterdata/model/material/label.calls.ts'
import { useDocument } from '@qitao/platform/web/call/use-call.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { PrintDialog } from '@qitao/platform/web/list/print-dialog.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import {
  arrivalCalls,
  arrivals,
  printArrivalLabels,
  showArrivalKits,
  splitArrival,
} from '../../model/arrival/arrival.calls.ts'
import { arrivalLine, arrivalRecord } from '../../model/arrival/arrival.record.ts'
import { listComing, listComingParts } from '../../model/coming/coming.calls.ts'
import { countArrivals, listArrivals, receiveArrivals } from '../../model/purchase-order.calls.ts'
import { ReceiveDialog } from '../receive.dialog.tsx'

/** Answers beside its own that change with an arrival. */
export const arrivalAnswers = [listArrivals, countArrivals, showArrivalKits, listComing, listComingParts]

/** Labels of arrivals, and the dialog in which they are printed. */
export function useArrivalLabels(): { labels: (ids: readonly string[]) => Act; dialog: ReactNode } {
  const [labelled, setLabelled] = useState<readonly string[]>()
  return {
    labels: ids => ({
      title: text('打印标签', 'Print labels'),
      whyNot: ids.length > mostSheets ? text(`一次最多${mostSheets}张`, `At most ${mostSheets} at once`) : undefined,
      run: needing(printArrivalLabels, () => setLabelled(ids)),
    }),
    dialog: labelled ? <ArrivalLabels ids={labelled} onClose={() => setLabelled(undefined)} /> : null,
  }
}

/** As many as there are containers, with what is scanned when they come. */
function ArrivalLabels({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const say = useSay()
  const [type, setType] = useState<number>(labelType.codes.barcode)
  return (
    <PrintDialog
      title={text('打印到货标签', 'Labels of the arrival')}
      call={printArrivalLabels}
      input={{ ids: [...ids], label_type: type as 1 | 2 }}
      onClose={onClose}
    >
      <Segmented<number>
        aria-label={say(text('标签类型', 'Label'))}
        value={type}
        onChange={setType}
        options={labelType.list.map(one => ({ value: one.code as number, label: say(one) }))}
      />
    </PrintDialog>
  )
}

/** Its open lines, with the lots that were announced. */
function ReceiveArrival({ id, onClose }: { id: string; onClose: () => void }) {
  const detail = useDocument(arrivalCalls.detail, { id })
  if (!detail.data) return null
  const open = detail.data.lines.filter(line => isPositive(line.open_quantity))
  return (
    <ReceiveDialog
      came_with={id}
      arrivals={open.map(line => ({
        ...line,
        id: line.order_line_id,
        quantity: line.open_quantity,
        open_quantity: line.order_open_quantity,
      }))}
      onClose={onClose}
    />
  )
}

const empty: string | null = null
/** What comes another day goes onto an arrival of its own. */
const split = asks(arrivals, splitArrival, {
  lines: {
    rows: ({ lines }) => openRows(lines, line => line.open_quantity).map(line => ({ ...line, quantity: empty })),
    given: ({ line_id, quantity }) => (isGiven(quantity) ? { line_id, quantity } : undefined),
    of: {
      ...arrivalLine,
      fields: { ...arrivalLine.fields, quantity: { ...arrivalLine.fields.quantity, required: false } },
    },
    fixed: true,
    columns: [
      goodsColumn,
      ...figureColumns('open_quantity'),
      { name: 'quantity', title: text('改到新到货单', 'To the new arrival'), width: 140 },
      unitColumn,
    ],
  },
  fields: { of: arrivalRecord, values: { planned_date: null }, first: true },
})

/** What can be done to an arrival beside its life. */
export const arrivalActs: DocumentActs<typeof arrivals> = {
  asked: { receive: { call: receiveArrivals, Dialog: ReceiveArrival }, split },
  refreshes: arrivalAnswers,
}
