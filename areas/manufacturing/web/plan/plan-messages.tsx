import { ExclamationCircleFilled } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { useState } from 'react'
import {
  applyPlanMessages,
  followNeedDates,
  listPlanMessages,
  refusePlanMessages,
} from '../../model/plan/plan-message.calls.ts'
import {
  lateAnyway,
  messageKindOf,
  type PlanMessageRow,
  planMessage,
  planMessageKind,
  planMessageStatus,
  reasonText,
  wasDue,
} from '../../model/plan/plan-message.ts'
import { doneByAll, whyNotApplied } from '../../model/plan/plan-message-apply.words.ts'
import { MaterialPlanDrawer } from './material-plan.drawer.tsx'
import { planCalls } from './plan-calls.ts'
import '../manufacturing.css'

/** What the last material plan asks a planner to do, to be carried out or refused one by one or many at once. */
export function PlanMessages() {
  const [shown, setShown] = useState<string>()
  const apply = useCommand(applyPlanMessages, { refreshes: planCalls })
  const follow = useCommand(followNeedDates, { refreshes: planCalls })
  const open = useCall(listPlanMessages, { page_size: 1 })
  const refuse = useCommand(refusePlanMessages, { refreshes: [listPlanMessages] })
  const actsOf = (messages: readonly PlanMessageRow[]): Act[] => {
    const message_ids = messages.map(({ id }) => id)
    const possible = messages.filter(message => !whyNotApplied(message))
    const refused = messages.filter(({ status }) => status === planMessageStatus.codes.refused).length
    return [
      {
        title: text('执行', 'Apply'),
        whyNot: refused > 0 ? text('已拒绝的建议请先重开', 'Reopen what was refused first') : whyNone(messages),
        ask: {
          title: text('执行建议？', 'Carry out the suggestion?'),
          objects: messages.map(nameOf),
          detail: doneByAll(possible),
        },
        run: apply.with({ message_ids }),
      },
      refused === messages.length
        ? { title: text('重开', 'Reopen'), run: refuse.with({ message_ids, refused: false }) }
        : { title: text('拒绝', 'Refuse'), run: refuse.with({ message_ids, refused: true }) },
    ]
  }
  return (
    <>
      <ListPage
        call={listPlanMessages}
        record={planMessage}
        columns={[
          { name: 'kind', width: 110, render: message => <StatusTag of={messageKindOf(message)} /> },
          {
            name: 'material_code',
            title: text('物料', 'Material'),
            width: 190,
            render: message => `${message.material_code} ${message.material_name}`,
          },
          { name: 'quantity', width: 110, render: message => <Amount of={message} /> },
          { name: 'from_time', width: 110, sort: true, render: message => <DayText of={message.from_time} /> },
          {
            name: 'to_time',
            width: 150,
            sort: true,
            render: message => <Asked at={message.to_time} overdue={message.to_overdue_days} />,
          },
          {
            name: 'by_time',
            width: 170,
            sort: true,
            render: message =>
              message.by_overdue_days > 0 ? (
                <Asked at={message.by_time} overdue={message.by_overdue_days} />
              ) : (
                <DueDate day={message.by_time} />
              ),
          },
          { name: 'source_no', title: text('单据', 'Order'), width: 134 },
          {
            name: 'mo_no',
            title: text('需求工单', 'Needed by'),
            width: 170,
            render: message => <NeededBy of={message} onOpen={setShown} />,
          },
          { name: 'reason', title: text('原因', 'Reason'), width: 180, render: message => <Reason of={message} /> },
        ]}
        filters={['keyword', 'material_id', 'status']}
        statusBar={{
          filter: 'kinds',
          table: planMessageKind,
          call: listPlanMessages,
          count: ({ counts }, { key }) => counts[key] ?? 0,
        }}
        toolbar={() => {
          const count = open.data?.need_date_count ?? 0
          return (
            <ActButton
              act={{
                title: text(`全部跟随新日期（${count}）`, `Follow all new dates (${count})`),
                whyNot:
                  count === 0
                    ? text('子工单和采购申请的日期都已跟随', 'Child orders and requests follow already')
                    : undefined,
                ask: {
                  title: text(
                    '子工单和采购申请跟随新的需求日期？',
                    'Move child orders and requests to their new dates?',
                  ),
                  detail: text(
                    `${count}个未开工、未锁定的子工单和未转采购的申请将改为建议日期，随后重新计算物料计划。`,
                    `${count} child orders that are not begun or locked, and open purchase requests, get the date wanted; then the material plan is calculated again.`,
                  ),
                },
                run: follow.with({}),
              }}
            />
          )
        }}
        rowActions={message => actsOf([message])}
        bulkActions={actsOf}
      />
      {shown ? <MaterialPlanDrawer mo_id={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}

/** Why nothing of these can be carried out. */
const whyNone = (messages: readonly PlanMessageRow[]) => {
  const whys = messages.map(whyNotApplied)
  return whys.every(Boolean) ? whys[0] : undefined
}
const nameOf = ({ material_code, source_no }: PlanMessageRow): string =>
  [source_no, material_code].filter(Boolean).join(' ')

/** What is to be added, moved or made; for another quantity of an order, before and after. */
function Amount({ of }: { of: PlanMessageRow }) {
  if (of.kind !== 'increase' && of.kind !== 'decrease') return <Quantity value={of.quantity} unit={of.unit_name} />
  return (
    <span>
      <Quantity value={of.from_quantity} /> → <Quantity value={of.to_quantity} unit={of.unit_name} />
    </span>
  )
}

function NeededBy({ of, onOpen }: { of: PlanMessageRow; onOpen: (mo_id: string) => void }) {
  const say = useSay()
  const { mo_id, mo_no } = of
  if (mo_id === null || mo_no === null) return <span className="qt-none">—</span>
  return (
    <span>
      <button type="button" className="qt-link" onClick={() => onOpen(mo_id)}>
        {mo_no}
      </button>
      {of.mo_count > 1 ? (
        <span className="qt-secondary">
          {' '}
          {say(text('等{count}个', '+{more}'), { count: of.mo_count, more: of.mo_count - 1 })}
        </span>
      ) : null}
    </span>
  )
}

/** A day; of one that is past, that it is today now. */
function Asked({ at, overdue }: { at: number | null; overdue: number }) {
  const say = useSay()
  if (overdue === 0) return <DayText of={at} />
  return (
    <span className="qt-late">
      <ExclamationCircleFilled aria-hidden /> {say(wasDue(overdue))}
    </span>
  )
}

function Reason({ of }: { of: PlanMessageRow }) {
  const say = useSay()
  const instead = of.instead_of_code === null ? '' : `${of.instead_of_code}: `
  const late = lateAnyway(of)
  const words = [instead + say(reasonText(of.reason)), ...(late ? [say(late)] : [])].join(say(text('；', '; ')))
  return <span title={words}>{words}</span>
}
