import { Attachments } from '@qitao/access/web/record/attachments.tsx'
import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { HistoryButton } from '@qitao/platform/web/show/history.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { materialColumn } from '@qitao/stock/web'
import { Button, Collapse } from 'antd'
import { useState } from 'react'
import {
  type TraceCaseLineRow,
  type TraceCaseRow,
  traceCase,
  traceCaseCalls,
  traceCaseLine,
} from '../../model/trace/trace-case.calls.ts'
import { caseLineState, caseStatus } from '../../model/trace/trace-case.status.ts'
import type { TraceAsked } from './trace-question.ts'

const caseAnswers = [traceCaseCalls.list, traceCaseCalls.count, traceCaseCalls.detail, traceCaseCalls.lines]

/** Recalls that are kept: how far each is, and one of them with its lines. */
export function CasesView({
  shown,
  open,
  ask,
}: {
  shown: string | undefined
  open: (id: string | undefined) => void
  ask: (question: TraceAsked) => void
}) {
  if (shown) return <OneCase key={shown} id={shown} onBack={() => open(undefined)} ask={ask} />
  return (
    <ListPage
      call={traceCaseCalls.list}
      record={traceCase}
      columns={[
        { name: 'no', width: 150, opens: row => open(row.id) },
        { name: 'title', width: 220, sort: false },
        { name: 'status', width: 100 },
        { name: 'value', width: 140, sort: false },
        {
          ...{ name: 'open_count', width: 130, sort: false },
          render: row => `${row.open_count} / ${row.line_count}`,
          title: text('待处理 / 受影响', 'To do / affected'),
        },
        { name: 'customer_count', width: 90, sort: false },
        { name: 'created_by_name', width: 110, sort: false },
        { name: 'created_time', width: 150 },
        { name: 'closed_time', width: 150, sort: false },
        { name: 'close_reason', width: 200, sort: false },
      ]}
      filters={['keyword']}
      statusBar={{
        filter: 'statuses',
        table: caseStatus,
        call: traceCaseCalls.count,
        count: (counts, { key }) => counts[key as keyof typeof counts],
      }}
      toolbar={list => <ExchangeButtons list={list} exports={traceCaseCalls.export} />}
    />
  )
}

type Asking = 'close' | 'alter' | readonly TraceCaseLineRow[]
function OneCase({ id, onBack, ask }: { id: string; onBack: () => void; ask: (question: TraceAsked) => void }) {
  const say = useSay()
  const found = useCall(traceCaseCalls.detail, { id })
  const [asking, setAsking] = useState<Asking>()
  const look = useCommand(traceCaseCalls.look, {
    refreshes: caseAnswers,
    success: ({ added, moved, reopened }) =>
      text(
        `已重新查找：新增${added}行，不在原处${moved}行，重新待处理${reopened}行`,
        `Looked again: ${added} new, ${moved} not there any more, ${reopened} to do again`,
      ),
  })
  const reopen = useCommand(traceCaseCalls.reopen, { refreshes: caseAnswers })
  if (found.error && !found.data) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <RowsSkeleton />
  const { record, states, holds } = found.data
  const versioned = { id, row_version: record.row_version }
  const whyNot = (action: keyof typeof caseStatus.actions) => caseStatus.whyNot(action, record.status)
  return (
    <section className="qt-trace-case" aria-label={`${record.no} ${record.title}`}>
      <div className="qt-list-head">
        <h2>
          {record.no} {record.title} <StatusTag of={caseStatus.stateOf(record.status)} />
        </h2>
        <div className="qt-toolbar">
          <Button onClick={onBack}>{say(text('全部案例', 'All cases'))}</Button>
          <Button
            onClick={() =>
              ask({
                ...{ trace_by: record.trace_by, value: record.value },
                ...(record.material_id ? { material_id: record.material_id } : {}),
              })
            }
          >
            {say(text('查看追溯', 'Show the trace'))}
          </Button>
          <ActButton
            act={{
              title: text('编辑', 'Edit'),
              run: needing(traceCaseCalls.alter, () => setAsking('alter')),
              whyNot: whyNot('alter'),
            }}
          />
          <ActButton act={{ title: text('重新查找', 'Look again'), run: look.with({ id }), whyNot: whyNot('look') }} />
          {record.status === caseStatus.codes.open ? (
            <ActButton
              act={{
                title: text('关闭案例', 'Close'),
                run: needing(traceCaseCalls.close, () => setAsking('close')),
                whyNot:
                  record.open_count > 0
                    ? text(
                        `还有${record.open_count}行待处理，请先登记处置`,
                        `${record.open_count} lines are to do: record what became of them first`,
                      )
                    : undefined,
              }}
            />
          ) : (
            <ActButton act={{ title: text('重新打开', 'Open again'), run: reopen.with(versioned) }} />
          )}
          <HistoryButton of={traceCase} id={id} />
        </div>
      </div>
      <Collapse
        size="small"
        defaultActiveKey={['facts']}
        items={[
          {
            key: 'facts',
            label: (
              <span className="qt-trace-states">
                {states.map(({ state, count }) => (
                  <span key={state}>
                    <StatusTag of={caseLineState.stateOf(state)} /> {count}
                  </span>
                ))}
              </span>
            ),
            children: (
              <>
                <Facts
                  of={traceCase}
                  row={record}
                  names={[
                    ...(['trace_by', 'value', 'customer_count', 'created_by_name'] as const),
                    ...(['looked_time', 'note', 'closed_time', 'closed_by_name', 'close_reason'] as const),
                  ]}
                  more={[
                    {
                      title: text('冻结单', 'Holds'),
                      value:
                        holds.length === 0
                          ? say(text('没有', 'None'))
                          : holds.map(({ no, lot_count, released_time }) => (
                              <div key={no}>
                                {no} {say(text('{n} 个批次', '{n} lots'), { n: lot_count })}{' '}
                                {say(released_time === null ? text('冻结中', 'held') : text('已解冻', 'released'))}
                              </div>
                            )),
                    },
                  ]}
                />
                <Attachments module="trace_case" objectId={id} readOnly={record.status !== caseStatus.codes.open} />
              </>
            ),
          },
        ]}
      />
      <ListPage
        call={traceCaseCalls.lines}
        record={traceCaseLine}
        columns={[
          { name: 'state', width: 120 },
          { name: 'where', width: 110 },
          { name: 'customer_name', width: 140, sort: false },
          {
            ...{ name: 'order_no', width: 150, sort: false },
            render: row =>
              row.order_no ? <RecordLink kind="sales_order" id={row.order_id} no={row.order_no} /> : null,
          },
          {
            ...{ name: 'document_no', width: 150, sort: false },
            render: row =>
              row.document_no ? (
                <RecordLink kind={row.document_kind ?? ''} id={row.document_id} no={row.document_no} />
              ) : null,
          },
          materialColumn,
          { name: 'lot_number', width: 110, sort: false },
          { name: 'serial_no', width: 110, sort: false },
          { name: 'quantity', width: 90, sort: false, unit: row => row.unit_name },
          { name: 'place', width: 140, sort: false },
          {
            ...{ name: 'held_quantity', width: 110, sort: false },
            render: row => <Quantity value={row.held_quantity} unit={row.unit_name} />,
          },
          { name: 'moved', width: 110, sort: false },
          { name: 'note', width: 180, sort: false },
          { name: 'judged_by_name', width: 110, sort: false },
          { name: 'judged_time', width: 150, sort: false },
          { name: 'time', width: 150, hidden: true },
        ]}
        filters={[
          { name: 'case_id', fixed: id },
          'keyword',
          { name: 'states', of: 'state', many: true },
          { name: 'wheres', of: 'where', many: true },
        ]}
        rowActions={row => [
          {
            title: text('登记处置', 'Record'),
            run: needing(traceCaseCalls.judge, () => setAsking([row])),
            whyNot: whyNot('judge'),
          },
        ]}
        bulkActions={rows => [
          {
            title: text('登记处置', 'Record'),
            run: needing(traceCaseCalls.judge, () => setAsking(rows)),
            whyNot: whyNot('judge'),
          },
        ]}
        toolbar={list => <ExchangeButtons list={list} exports={traceCaseCalls.exportLines} />}
      />
      {asking === 'close' ? (
        <CloseDialog of={record} onClose={() => setAsking(undefined)} />
      ) : asking === 'alter' ? (
        <AlterDialog of={record} onClose={() => setAsking(undefined)} />
      ) : asking ? (
        <JudgeDialog case_id={id} lines={asking} onClose={() => setAsking(undefined)} />
      ) : null}
    </section>
  )
}

function CloseDialog({ of, onClose }: { of: TraceCaseRow; onClose: () => void }) {
  const close = useCommand(traceCaseCalls.close, { refreshes: caseAnswers })
  return (
    <DialogForm<{ close_reason: string | null }>
      open
      title={text(`关闭 ${of.no}`, `Close ${of.no}`)}
      values={{ close_reason: null }}
      save={saveWith(
        close,
        ({ close_reason }: { close_reason: string | null }) => ({
          ...{ id: of.id, row_version: of.row_version },
          close_reason: close_reason ?? '',
        }),
        text('确认关闭', 'Close the case'),
      )}
      onClose={onClose}
    >
      <Field of={withReason} name="close_reason" autoFocus />
    </DialogForm>
  )
}
const withReason = {
  ...traceCase,
  fields: { ...traceCase.fields, close_reason: { ...traceCase.fields.close_reason, required: true } },
}

interface CaseForm {
  title: string | null
  note: string | null
}
function AlterDialog({ of, onClose }: { of: TraceCaseRow; onClose: () => void }) {
  const alter = useCommand(traceCaseCalls.alter, { refreshes: caseAnswers })
  return (
    <DialogForm<CaseForm>
      open
      title={of.no}
      values={{ title: of.title, note: of.note }}
      save={saveWith(alter, ({ title, note }: CaseForm) => ({
        ...{ id: of.id, row_version: of.row_version },
        ...{ title: title ?? '', note },
      }))}
      onClose={onClose}
    >
      <Field of={traceCase} name="title" autoFocus wide />
      <Field of={traceCase} name="note" wide />
    </DialogForm>
  )
}

interface JudgeForm {
  state: TraceCaseLineRow['state'] | null
  note: string | null
}
/** What became of these lines, all of them alike. */
function JudgeDialog({
  case_id,
  lines,
  onClose,
}: {
  case_id: string
  lines: readonly TraceCaseLineRow[]
  onClose: () => void
}) {
  const say = useSay()
  const judge = useCommand(traceCaseCalls.judge, { refreshes: caseAnswers })
  const [only] = lines
  const values: JudgeForm =
    lines.length === 1 && only ? { state: only.state, note: only.note } : { state: null, note: null }
  return (
    <DialogForm<JudgeForm>
      open
      title={text('登记处置', 'Record what became of it')}
      values={values}
      save={saveWith(judge, ({ state, note }: JudgeForm) => ({
        case_id,
        lines: lines.map(({ id, row_version }) => ({ id, row_version })),
        state: state ?? caseLineState.codes.open,
        // Of several lines an empty note says nothing.
        ...(lines.length === 1 || note ? { note } : {}),
      }))}
      onClose={onClose}
    >
      <Field of={traceCaseLine} name="state" autoFocus />
      <Field of={traceCaseLine} name="note" wide />
      <p className="qt-secondary">{say(text('共 {n} 行', '{n} lines'), { n: lines.length })}</p>
    </DialogForm>
  )
}

/** What is asked and what it leads to now is kept under a number. */
export function SaveCaseDialog({
  question,
  onClose,
  onSaved,
}: {
  question: Omit<TraceAsked, 'direction'>
  onClose: () => void
  onSaved: (id: string) => void
}) {
  const say = useSay()
  const add = useCommand(traceCaseCalls.add, { refreshes: caseAnswers, done: ({ id }) => onSaved(id) })
  return (
    <DialogForm<CaseForm>
      open
      title={text(`保存为召回案例：${question.value}`, `Save as a recall case: ${question.value}`)}
      values={{ title: null, note: null }}
      save={saveWith(add, ({ title, note }: CaseForm) => ({ ...question, title: title ?? '', note }))}
      onClose={onClose}
    >
      <Field of={traceCase} name="title" autoFocus wide />
      <Field of={traceCase} name="note" wide />
      <p className="qt-secondary">
        {say(
          text(
            '当前清单逐行记入案例，之后逐行登记处置；货物移动后可“重新查找”。',
            'The list is written down line by line, and what becomes of each is recorded there; after goods have moved, look again.',
          ),
        )}
      </p>
    </DialogForm>
  )
}
