import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useColumnSettings, useListName } from '@qitao/platform/web/list/column-settings.tsx'
import { type Column, resolveColumns } from '@qitao/platform/web/list/columns.tsx'
import { VirtualTable } from '@qitao/platform/web/list/virtual-table.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { materialColumn } from '@qitao/stock/web'
import { useState } from 'react'
import {
  exportRecall,
  holdAffected,
  listHolds,
  listRecall,
  queryTrace,
  type RecallRow,
  recallLine,
  traceHold,
} from '../../model/trace/trace.calls.ts'
import { whereNow } from '../../model/trace/trace.rules.ts'
import { traceCaseCalls } from '../../model/trace/trace-case.calls.ts'
import { SaveCaseDialog } from './cases.view.tsx'
import type { TraceAsked } from './trace-question.ts'

const columns: Column<RecallRow>[] = [
  { name: 'where', width: 110, sort: false },
  { name: 'customer_name', width: 150, sort: false },
  {
    ...{ name: 'order_no', width: 150, sort: false },
    render: row => (row.order_no ? <RecordLink kind="sales_order" id={row.order_id} no={row.order_no} /> : null),
  },
  {
    ...{ name: 'document_no', width: 150, sort: false },
    render: row =>
      row.document_no ? <RecordLink kind={row.document_kind ?? ''} id={row.document_id} no={row.document_no} /> : null,
  },
  { ...materialColumn, sort: false },
  { name: 'lot_number', width: 120, sort: false },
  { name: 'serial_no', width: 120, sort: false },
  { name: 'quantity', width: 90, sort: false, unit: row => row.unit_name },
  { name: 'place', width: 150, sort: false },
  { name: 'held', width: 80, sort: false },
  { name: 'time', width: 140, sort: false },
]

/** Customers, bins and work orders that have what is affected; held at one press. */
export function RecallView({
  asked: { direction: _, ...question },
  onCase,
}: {
  asked: TraceAsked
  onCase: (id: string) => void
}) {
  const say = useSay()
  const language = useLanguage()
  const [holding, setHolding] = useState(false)
  const [keeps, setKeeps] = useState(false)
  const found = useCall(listRecall, question, { keepPrevious: true })
  const shown = useColumnSettings<RecallRow>(
    resolveColumns(columns, recallLine, language),
    useListName(recallLine.name),
  )
  const hold = useCommand(holdAffected, { refreshes: [listRecall, queryTrace, listHolds] })
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <RowsSkeleton />
  const rows = found.data.result
  const of = (code: number) => rows.filter(row => row.where === code)
  const customers = new Set(of(whereNow.codes.shipped).map(row => row.customer_name)).size
  const free = of(whereNow.codes.in_stock).filter(row => !row.held).length
  return (
    <>
      <div className="qt-list-head">
        <p>
          {say(
            text(
              '{customers} 个客户，{shipped} 笔发货，{stock} 处库存（未冻结 {free}），{work} 个在制工单',
              '{customers} customers, {shipped} shipments, {stock} places in stock ({free} not held), {work} work orders',
            ),
            {
              ...{
                customers,
                shipped: new Set(of(whereNow.codes.shipped).map(row => row.id.split('/')[0])).size,
                stock: of(whereNow.codes.in_stock).length,
                free,
              },
              work: of(whereNow.codes.in_work).length,
            },
          )}
        </p>
        <div className="qt-toolbar">
          <ExchangeButtons
            list={{ input: question, total: rows.length, columns: shown.shown }}
            exports={exportRecall}
          />
          <ActButton
            act={{
              title: text('保存为案例', 'Save as case'),
              run: needing(traceCaseCalls.add, () => setKeeps(true)),
              whyNot: rows.length === 0 ? text('没有受影响的货物', 'Nothing is affected') : undefined,
            }}
          />
          <ActButton
            act={{
              ...{ title: text('冻结全部受影响库存', 'Hold all affected'), danger: true },
              run: needing(holdAffected, () => setHolding(true)),
              whyNot: free === 0 ? text('没有未冻结的库存', 'Nothing in stock is not held') : undefined,
            }}
          />
        </div>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          text={text('没有受影响的发货、库存和在制', 'Nothing that was shipped, is in stock or in work is affected')}
        />
      ) : (
        <div className="qt-trace-rows">
          <VirtualTable<RecallRow> rows={rows} columns={shown} />
        </div>
      )}
      {keeps ? <SaveCaseDialog question={question} onClose={() => setKeeps(false)} onSaved={onCase} /> : null}
      {holding ? (
        <DialogForm<{ reason: string | null }>
          open
          title={text(`冻结受影响库存：${question.value}`, `Hold what is affected: ${question.value}`)}
          values={{ reason: null }}
          save={saveWith(
            hold,
            ({ reason }: { reason: string | null }) => ({ ...question, reason: reason ?? '' }),
            text('冻结', 'Hold'),
          )}
          onClose={() => setHolding(false)}
        >
          <Field of={traceHold} name="reason" autoFocus />
          <p className="qt-secondary">
            {say(
              text(
                '列出批次的在库良品转为「冻结」，不能领用、发货和占用；占用它们的工单另找货源。解冻后恢复。',
                'Good stock of the lots listed becomes "on hold": it is not picked, shipped or given to orders, and orders that had it look for other goods. A release gives it back.',
              ),
            )}
          </p>
        </DialogForm>
      ) : null}
    </>
  )
}
