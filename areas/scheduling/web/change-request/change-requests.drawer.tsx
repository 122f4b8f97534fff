import { formatQuantity } from '@qitao/core/quantity.ts'
import { say as sayIn, type Text, text } from '@qitao/core/text.ts'
import { useDownload } from '@qitao/platform/web/call/download.ts'
import { failureText } from '@qitao/platform/web/call/failures.ts'
import { useLive } from '@qitao/platform/web/call/live.ts'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { act } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Alert, Input, Select } from 'antd'
import { useState } from 'react'
import {
  acceptChangeRequest,
  type ChangeRequestRow,
  changeRequest,
  exportChangeRequests,
  listChangeRequests,
  refuseChangeRequest,
  showChangeEffect,
  withdrawChangeRequest,
} from '../../model/change-request/change-request.calls.ts'
import { changeChannel } from '../../model/change-request/change-request.message.ts'
import {
  changeKind,
  changeReason,
  changeRequestStatus,
  outdatedCause,
} from '../../model/change-request/change-request.status.ts'
import { planCalls } from '../hand/use-plan.ts'
import { ChangeEffectView } from './change-effect.tsx'
import './change-request.css'

const size = 10
const lookEvery = 60_000
const { open } = changeRequestStatus.codes
const none = { statuses: [], kinds: [], reasons: [] } as const
interface Filters {
  readonly statuses: readonly ChangeRequestRow['status'][]
  readonly kinds: readonly ChangeRequestRow['kind'][]
  readonly reasons: readonly ChangeRequestRow['reason'][]
}

/** How many wait for an answer; undefined: it is on its way. */
export function useOpenRequests(mine: boolean): number | undefined {
  useLive(changeChannel, () => void refresh(listChangeRequests))
  return useCall(
    listChangeRequests,
    { statuses: [open], page_size: 1, mine },
    { refetchEvery: lookEvery, keepPrevious: true },
  ).data?.total
}

interface ChangeRequestsProps {
  /** The planner answers them, and each is computed anew; absent: the floor looks at its own. */
  planner?: { readonly onShow: (task_id: string, start_time: number) => void }
  /** The one that is looked for. */
  no?: string | undefined
  onClose: () => void
}
/** Requests of the floor for changes of the plan, the latest first. */
export function ChangeRequestsDrawer({ planner, no = '', onClose }: ChangeRequestsProps) {
  const say = useSay()
  const [page, setPage] = useState(1)
  const [keyword, setKeyword] = useState(no)
  const [filters, setFilters] = useState<Filters>(planner && !no ? { ...none, statuses: [open] } : none)
  const exported = useDownload(exportChangeRequests)
  const asked = {
    ...(filters.statuses.length > 0 ? { statuses: [...filters.statuses] } : {}),
    ...(filters.kinds.length > 0 ? { kinds: [...filters.kinds] } : {}),
    ...(filters.reasons.length > 0 ? { reasons: [...filters.reasons] } : {}),
    ...(keyword ? { keyword } : {}),
  }
  const found = useCall(listChangeRequests, { ...asked, page, page_size: size }, { keepPrevious: true })
  const rows = found.data?.result ?? []
  const choose = (change: Partial<Filters>) => {
    setFilters({ ...filters, ...change })
    setPage(1)
  }
  return (
    <DetailDrawer
      open
      // The planner looks at the chart beside it.
      wide={!planner}
      title={text('计划变更申请', 'Plan change requests')}
      onClose={onClose}
      actions={[
        {
          title: text('导出', 'Export'),
          whyNot: rows.length === 0 ? text('没有可导出的申请', 'There is nothing to export') : undefined,
          run: needing(exportChangeRequests, () => exported.run(asked)),
        },
      ]}
    >
      <div className="qt-change-filters">
        <Input.Search
          allowClear
          defaultValue={no}
          aria-label={say(text('搜索申请', 'Search requests'))}
          placeholder={say(text('申请号、任务、设备、说明', 'Request, task, machine, words'))}
          onSearch={word => {
            setKeyword(word.trim())
            setPage(1)
          }}
        />
        <Choice
          title={text('状态', 'Status')}
          of={changeRequestStatus}
          value={filters.statuses}
          onChange={statuses => choose({ statuses })}
        />
        <Choice
          title={text('变更类型', 'Change')}
          of={changeKind}
          value={filters.kinds}
          onChange={kinds => choose({ kinds })}
        />
        <Choice
          title={text('原因', 'Reason')}
          of={changeReason}
          value={filters.reasons}
          onChange={reasons => choose({ reasons })}
        />
      </div>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <RowsSkeleton rows={3} />
      ) : rows.length === 0 ? (
        <EmptyState
          text={
            planner
              ? text('没有符合条件的变更申请。', 'There is no request like that.')
              : text(
                  '还没有变更申请。在任务上按「申请变更」。',
                  'Nothing was asked for yet. Press “Ask for a change” on a task.',
                )
          }
        />
      ) : (
        <ul className="qt-changes" aria-label={say(text('计划变更申请', 'Plan change requests'))}>
          {rows.map(row => (
            <ChangeRequest key={row.id} of={row} planner={planner} />
          ))}
        </ul>
      )}
      {found.data && found.data.total > size ? (
        <Pager fixed page={page} size={size} total={found.data.total} onChange={next => setPage(next)} />
      ) : null}
    </DetailDrawer>
  )
}

interface ChoiceProps<C extends number> {
  title: Text
  of: { readonly list: readonly (Text & { readonly code: C })[] }
  value: readonly C[]
  onChange: (value: C[]) => void
}
function Choice<C extends number>({ title, of, value, onChange }: ChoiceProps<C>) {
  const say = useSay()
  return (
    <Select<C[]>
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      aria-label={say(title)}
      placeholder={say(title)}
      value={[...value]}
      onChange={onChange}
      options={of.list.map(state => ({ value: state.code, label: say(state) }))}
    />
  )
}

function ChangeRequest({ of, planner }: { of: ChangeRequestRow; planner: ChangeRequestsProps['planner'] }) {
  const say = useSay()
  const language = useLanguage()
  const { user } = useSession()
  const [refusing, setRefusing] = useState(false)
  const isOpen = of.status === open
  const [first] = of.tasks
  const now = useCall(showChangeEffect, planner && isOpen ? { id: of.id } : null)
  const version = { id: of.id, row_version: of.row_version }
  const accept = useCommand(acceptChangeRequest, {
    refreshes: [...planCalls, listChangeRequests],
    done: ({ warnings }) => warnings.length > 0 && toast.warnings(warnings),
  })
  const withdraw = useCommand(withdrawChangeRequest, { refreshes: [listChangeRequests] })
  const conflict = now.data?.conflicts[0]
  return (
    <li aria-label={of.no}>
      <header>
        <StatusTag of={changeRequestStatus.stateOf(of.status)} />
        <strong>{of.no}</strong>
        <StatusTag of={changeKind.stateOf(of.kind)} />
        <span className="qt-secondary">
          {of.asked_by_name} · <Instant at={of.asked_time} />
        </span>
      </header>
      <ul className="qt-change-tasks">
        {of.tasks.map(task => (
          <li key={task.task_id}>
            <strong>{task.task_no}</strong> {task.process_name} · {task.machine_no}
            {task.to_machine_no ? <strong> → {task.to_machine_no}</strong> : null} · <Instant at={task.start_time} />
            {task.to_start_time === null ? null : (
              <strong>
                {' → '}
                <Instant at={task.to_start_time} />
              </strong>
            )}
            {task.to_quantity === null
              ? null
              : say(text(' · 拆出 {part} / {all}', ' · take off {part} of {all}'), {
                  part: formatQuantity(task.to_quantity),
                  all: formatQuantity(task.quantity),
                })}
          </li>
        ))}
      </ul>
      <p>
        {say(changeReason.stateOf(of.reason))}
        {of.remark ? say(behind, { words: of.remark }) : ''}
      </p>
      {of.outdated_cause === null ? null : (
        <p className="qt-secondary">
          {of.outdated_task_no} · {say(outdatedCause.stateOf(of.outdated_cause))}
        </p>
      )}
      {of.decided_by_name === null ? null : (
        <p>
          {of.decided_by_name} · {of.decided_time === null ? null : <Instant at={of.decided_time} />}
          {of.answer ? say(behind, { words: of.answer }) : ''}
        </p>
      )}
      {planner && isOpen ? (
        <section aria-label={say(text('现在的影响', 'What it would do now'))}>
          <h4>{say(text('现在的影响', 'What it would do now'))}</h4>
          {now.error ? (
            <Alert type="warning" showIcon title={failureText(now.error, language)} />
          ) : now.data ? (
            <ChangeEffectView of={now.data} />
          ) : (
            <RowsSkeleton rows={1} />
          )}
        </section>
      ) : null}
      <details>
        <summary>{say(text('申请时的影响', 'What it would have done when it was asked'))}</summary>
        <ChangeEffectView of={of.effect} />
      </details>
      <div className="qt-change-acts">
        {planner && first ? (
          <ActButton
            act={{
              title: text('在图上查看', 'Show on chart'),
              whyNot: isOpen ? undefined : text('申请已处理', 'The request is answered'),
              run: () => planner.onShow(first.task_id, first.start_time),
            }}
          />
        ) : null}
        {planner && isOpen ? (
          <>
            <ActButton
              primary
              act={act(changeRequestStatus, 'accept', of.status, accept.with(version), {
                whyNot: now.error ? text(failureText(now.error, 'zh'), failureText(now.error, 'en')) : conflict,
                ask: {
                  title: text('同意这项变更？任务将立即移动。', 'Accept the change? The tasks are moved at once.'),
                  objects: of.tasks.map(({ task_no }) => task_no),
                  ...(now.data && now.data.late_count > 0
                    ? {
                        detail: text(
                          sayIn(late, 'zh', { n: now.data.late_count }),
                          sayIn(late, 'en', { n: now.data.late_count }),
                        ),
                      }
                    : {}),
                },
              })}
            />
            <ActButton
              act={act(
                changeRequestStatus,
                'refuse',
                of.status,
                needing(refuseChangeRequest, () => setRefusing(true)),
              )}
            />
          </>
        ) : null}
        {isOpen && of.asked_by === user.id ? (
          <ActButton
            act={act(changeRequestStatus, 'withdraw', of.status, withdraw.with(version), {
              ask: {
                title: text('撤回这项申请？', 'Withdraw the request?'),
                objects: [of.no],
              },
            })}
          />
        ) : null}
      </div>
      {refusing ? <RefuseDialog of={of} onClose={() => setRefusing(false)} /> : null}
    </li>
  )
}
/** What somebody says of it. */
const behind = text('：{words}', ': {words}')
const late = text('{n} 个工单会因此延误', '{n} orders are later by it')

function RefuseDialog({ of, onClose }: { of: ChangeRequestRow; onClose: () => void }) {
  const say = useSay()
  const refuse = useCommand(refuseChangeRequest, { refreshes: [listChangeRequests] })
  return (
    <DialogForm<{ answer: string | null }>
      open
      title={say(text('拒绝申请 {no}', 'Refuse request {no}'), { no: of.no })}
      values={{ answer: null }}
      save={saveWith(
        refuse,
        ({ answer }: { answer: string | null }) => ({ id: of.id, row_version: of.row_version, answer: answer ?? '' }),
        text('拒绝', 'Refuse'),
      )}
      onClose={onClose}
    >
      <Field of={changeRequest} name="answer" wide autoFocus />
    </DialogForm>
  )
}
