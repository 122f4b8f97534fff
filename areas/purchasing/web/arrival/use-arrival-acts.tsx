import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { mostSheets } from '@qitao/document-kit/model/document-paper.ts'
import { labelType } from '@qitao/masterdata/model/material/label.calls.ts'
import { GoodsLines } from '@qitao/masterdata/web'
import { refreshAnd, useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { PrintDialog } from '@qitao/platform/web/list/print-dialog.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import {
  type ArrivalHead,
  arrivalCalls,
  printArrivalLabels,
  showArrivalKits,
  splitArrival,
} from '../../model/arrival/arrival.calls.ts'
import { arrivalLine, arrivalRecord } from '../../model/arrival/arrival.record.ts'
import { arrivalStatus } from '../../model/arrival/arrival.status.ts'
import { countArrivals, listArrivals, receiveArrivals } from '../../model/purchase-order.calls.ts'
import { ReceiveDialog } from '../receive.dialog.tsx'

/** Answers beside its own that change with an arrival. */
export const arrivalAnswers = [listArrivals, countArrivals, showArrivalKits]
const refreshes = [arrivalCalls.list, arrivalCalls.count, arrivalCalls.detail, ...arrivalAnswers]

/** What can be done to an arrival beside its life, and the dialogs in which it is done. */
export function useArrivalActs(): {
  receive: (row: ArrivalHead) => Act
  split: (row: ArrivalHead) => Act
  labels: (ids: readonly string[]) => Act
  dialogs: ReactNode
} {
  const [received, setReceived] = useState<string>()
  const [split, setSplit] = useState<string>()
  const [labelled, setLabelled] = useState<readonly string[]>()
  return {
    receive: row =>
      act(
        arrivalStatus,
        'receive',
        row.status,
        needing(receiveArrivals, () => setReceived(row.id)),
      ),
    split: row =>
      act(
        arrivalStatus,
        'split',
        row.status,
        needing(splitArrival, () => setSplit(row.id)),
      ),
    labels: ids => ({
      title: text('打印标签', 'Print labels'),
      whyNot: ids.length > mostSheets ? text(`一次最多${mostSheets}张`, `At most ${mostSheets} at once`) : undefined,
      run: needing(printArrivalLabels, () => setLabelled(ids)),
    }),
    dialogs: (
      <>
        {received ? <ReceiveArrival id={received} onClose={() => setReceived(undefined)} /> : null}
        {labelled ? <ArrivalLabels ids={labelled} onClose={() => setLabelled(undefined)} /> : null}
        {split ? <SplitDialog id={split} onClose={() => setSplit(undefined)} /> : null}
      </>
    ),
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

interface Line {
  line_id: string
  material_id: string
  material_name: string
  unit_name: string
  open_quantity: string
  quantity: string | null
}
interface SplitForm {
  planned_date: number | null
  lines: Line[]
}
const splitLine = {
  ...arrivalLine,
  fields: { ...arrivalLine.fields, quantity: { ...arrivalLine.fields.quantity, required: false } },
}

/** What comes another day goes onto an arrival of its own. */
function SplitDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const detail = useDocument(arrivalCalls.detail, { id })
  const split = useCommand(splitArrival, { refreshes })
  if (!detail.data) return null
  const { record } = detail.data
  const lines = detail.data.lines
    .filter(line => isPositive(line.open_quantity))
    .map(line => ({
      line_id: line.id,
      material_id: line.material_id,
      material_name: `${line.material_code} ${line.material_name}`,
      ...{ unit_name: line.unit_name, open_quantity: line.open_quantity, quantity: null },
    }))
  return (
    <DialogForm<SplitForm>
      open
      wide
      title={text(`拆分到货单 ${record.no}`, `Split arrival ${record.no}`)}
      values={{ planned_date: null, lines }}
      save={saveWith(
        split,
        ({ planned_date, lines: asked }: SplitForm) => ({
          ...{ id, row_version: record.row_version, planned_date },
          lines: asked
            .filter(({ quantity }) => quantity && isPositive(quantity))
            .map(({ line_id, quantity }) => ({ line_id, quantity })),
        }),
        text('拆分', 'Split'),
      )}
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
    >
      <Field of={arrivalRecord} name="planned_date" autoFocus />
      <GoodsLines<Line>
        name="lines"
        of={splitLine}
        fixed
        blank={() => lines[0]!}
        columns={[
          { name: 'material_name', title: text('物料', 'Material'), readOnly: true, width: 260 },
          { name: 'open_quantity', readOnly: true, width: 110 },
          { name: 'quantity', title: text('改到新到货单', 'To the new arrival'), width: 140 },
          { name: 'unit_name', title: text('单位', 'Unit'), readOnly: true, width: 60 },
        ]}
      />
    </DialogForm>
  )
}
