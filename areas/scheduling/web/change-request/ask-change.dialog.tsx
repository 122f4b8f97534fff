import type { In, Out } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { formatQuantity, isLess, isPositive } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { failureText, isFailure } from '@qitao/platform/web/call/failures.ts'
import { useLive } from '@qitao/platform/web/call/live.ts'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Alert, DatePicker, Form, Input, Modal, Segmented, Select } from 'antd'
import type { Dayjs } from 'dayjs'
import { useEffect, useRef, useState } from 'react'
import {
  addChangeRequest,
  listChangeChoices,
  listChangeRequests,
  mostAsked,
  previewChange,
} from '../../model/change-request/change-request.calls.ts'
import { changeKind, changeReason } from '../../model/change-request/change-request.status.ts'
import { planChannel } from '../../model/chart/plan.message.ts'
import { ChangeEffectView } from './change-effect.tsx'
import './change-request.css'

type Kind = (typeof changeKind.list)[number]['code']
type Reason = (typeof changeReason.list)[number]['code']
type Choice = Out<typeof listChangeChoices>['tasks'][number]
type Wish = In<typeof previewChange>
const { machine: toMachine, time: toTime, split, hold } = changeKind.codes
const mostWords = 255
const dialogWidth = 640

interface AskChangeProps {
  /** The one that it is opened from. */
  task_id: string
  /** Others that may be asked for with it. */
  others: readonly { readonly id: string; readonly name: string }[]
  onClose: () => void
}
/** Asks the planner for a change of tasks of the plan, and shows before it is sent what it would do. */
export function AskChangeDialog({ task_id, others, onClose }: AskChangeProps) {
  const say = useSay()
  const language = useLanguage()
  const dates = useOrgDate()
  const [ids, setIds] = useState<readonly string[]>([task_id])
  const [kind, setKind] = useState<Kind>(toMachine)
  const [machine, setMachine] = useState<string>()
  const [start, setStart] = useState<Dayjs | null>(null)
  const [quantity, setQuantity] = useState<string | null>(null)
  const [reason, setReason] = useState<Reason>()
  const [remark, setRemark] = useState('')
  const choices = useCall(listChangeChoices, { task_ids: [...ids] }, { keepPrevious: true })
  const tasks = (choices.data?.tasks ?? []).filter(task => ids.includes(task.task_id))
  const wish = wishOf(kind, tasks, { machine, start: start ? dates.fromPicker(start) : undefined, quantity })
  const preview = useCall(previewChange, wish, { keepPrevious: true })
  const ask = useCommand(addChangeRequest, {
    refreshes: [listChangeRequests],
    sheet: true,
    quiet: isOld,
    success: ({ no }) => text(`已提交申请 ${no}`, `Request ${no} is sent to the planner`),
    done: onClose,
  })
  const changed = useChanged(tasks)
  const outrun = [preview.error, ask.failure].find(isOld)
  useEffect(() => {
    if (outrun) void refresh(listChangeChoices)
  }, [outrun])
  // Its planner moves it, the floor gives it away or begins it.
  useLive(planChannel, () => void refresh(listChangeChoices))
  useLive('plan', () => void refresh(listChangeChoices))
  const whyNot = !wish ? missingOf(kind) : reason === undefined ? text('请选择原因', 'Choose a reason') : undefined
  const send = async () => {
    if (!wish || reason === undefined || ask.pending || preview.error) return
    await ask.run({ ...wish, reason, remark: remark.trim() || null })
  }
  const able = machinesOf(tasks, kind)
  const [first] = tasks
  return (
    <Modal
      open
      width={dialogWidth}
      className="qt-change-ask"
      title={say(text('申请计划变更', 'Ask for a change of the plan'))}
      onCancel={onClose}
      okText={say(text('提交申请', 'Send to the planner'))}
      cancelText={say(text('取消', 'Cancel'))}
      okButtonProps={{
        disabled: whyNot !== undefined || preview.error !== null,
        loading: ask.pending,
        ...(whyNot ? { title: say(whyNot) } : {}),
      }}
      onOk={send}
    >
      {choices.error ? (
        <ErrorState failure={choices.error} retry={choices.refetch} />
      ) : !choices.data ? (
        <RowsSkeleton rows={3} />
      ) : (
        <Form layout="vertical">
          <ul className="qt-change-tasks" aria-label={say(text('任务', 'Tasks'))}>
            {tasks.map(task => (
              <li key={task.task_id}>
                <strong>{task.task_no}</strong> {task.process_name} · {task.machine_no} ·{' '}
                <Instant at={task.start_time} /> – <Instant at={task.end_time} /> · {formatQuantity(task.quantity)}{' '}
                {task.unit_name}
              </li>
            ))}
          </ul>
          {changed.length > 0 ? (
            <Alert
              type="info"
              showIcon
              role="status"
              title={say(
                text('任务在此期间有变动，已重新读取', 'What was asked about has changed meanwhile and was read anew'),
              )}
              description={
                <ul className="qt-change-tasks">
                  {changed.map(({ before, task }) => (
                    <li key={task.task_id}>
                      <strong>{task.task_no}</strong>{' '}
                      {hasMoved(before, task) ? (
                        <>
                          {before.machine_no} <Instant at={before.start_time} /> → {task.machine_no}{' '}
                          <Instant at={task.start_time} />
                        </>
                      ) : before.quantity === task.quantity ? (
                        say(text('时间和设备不变', 'stands where it stood'))
                      ) : (
                        `${formatQuantity(before.quantity)} → ${formatQuantity(task.quantity)} ${task.unit_name}`
                      )}
                    </li>
                  ))}
                </ul>
              }
            />
          ) : null}
          <Segmented<Kind>
            block
            aria-label={say(text('变更类型', 'Change'))}
            value={kind}
            onChange={setKind}
            options={changeKind.list.map(state => ({ value: state.code, label: say(state) }))}
          />
          {others.length > 0 && kind !== split ? (
            <Form.Item label={say(text('一起变更的任务', 'Change with it'))}>
              <Select
                mode="multiple"
                maxCount={mostAsked - 1}
                aria-label={say(text('一起变更的任务', 'Change with it'))}
                value={ids.filter(id => id !== task_id)}
                onChange={more => setIds([task_id, ...more])}
                showSearch={{ optionFilterProp: 'label' }}
                placeholder={say(text('只有这个任务', 'This task alone'))}
                options={others.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Form.Item>
          ) : null}
          <div className="qt-change-pair">
            {kind === split && first ? (
              <Form.Item label={say(text('拆出数量', 'Quantity to take off'))} required>
                <NumberInput
                  aria-label={say(text('拆出数量', 'Quantity to take off'))}
                  value={quantity}
                  onChange={setQuantity}
                  decimals={first.unit_precision}
                  unit={first.unit_name}
                />
              </Form.Item>
            ) : null}
            {kind === hold ? null : (
              <Form.Item label={say(text('改到设备', 'On machine'))} required={kind === toMachine}>
                <Select
                  aria-label={say(text('改到设备', 'On machine'))}
                  allowClear
                  value={machine && able.some(({ value }) => value === machine) ? machine : null}
                  onChange={one => setMachine(one ?? undefined)}
                  showSearch={{ optionFilterProp: 'label' }}
                  placeholder={say(
                    kind === toMachine ? text('能做的设备', 'Able machines') : text('设备不变', 'The same'),
                  )}
                  notFoundContent={say(text('没有其他能做的设备', 'No other machine is able'))}
                  options={able}
                />
              </Form.Item>
            )}
            <Form.Item
              label={say(kind === hold ? text('暂缓到', 'Hold until') : text('开始时间', 'Start'))}
              required={kind === toTime || kind === hold}
            >
              <DatePicker
                aria-label={say(kind === hold ? text('暂缓到', 'Hold until') : text('开始时间', 'Start'))}
                showTime={{ format: 'HH:mm', minuteStep: 5 }}
                format="YYYY-MM-DD HH:mm"
                value={start}
                onChange={setStart}
                placeholder={say(text('时间不变', 'The same'))}
                {...(first ? { defaultPickerValue: dates.toPicker(first.start_time) } : {})}
              />
            </Form.Item>
          </div>
          {kind === toTime && tasks.length > 1 ? (
            <p className="qt-secondary">
              {say(
                text(
                  '第一个任务按此时间开始，其他任务同样提前或推后。',
                  'The first one starts then; the others move by as much.',
                ),
              )}
            </p>
          ) : null}
          <section
            className="qt-change-preview"
            aria-label={say(text('对计划的影响', 'What it would do'))}
            aria-live="polite"
          >
            <h4>{say(text('对计划的影响', 'What it would do'))}</h4>
            {!wish ? (
              <p className="qt-secondary">{say(missingOf(kind))}</p>
            ) : preview.error ? (
              <Alert type="error" showIcon title={failureText(preview.error, language)} />
            ) : preview.data ? (
              <div
                className={preview.isPlaceholderData ? 'qt-change-old' : undefined}
                aria-busy={preview.isPlaceholderData}
              >
                <ChangeEffectView of={preview.data} />
              </div>
            ) : (
              <RowsSkeleton rows={2} />
            )}
          </section>
          <Form.Item label={say(text('原因', 'Reason'))} required>
            <Select<Reason>
              aria-label={say(text('原因', 'Reason'))}
              {...(reason === undefined ? {} : { value: reason })}
              onChange={setReason}
              placeholder={say(text('为什么要变更', 'Why it is to change'))}
              options={changeReason.list.map(state => ({ value: state.code, label: say(state) }))}
            />
          </Form.Item>
          <Form.Item label={say(text('说明', 'Words'))}>
            <Input.TextArea
              aria-label={say(text('说明', 'Words'))}
              autoSize={{ minRows: 2, maxRows: 4 }}
              maxLength={mostWords}
              value={remark}
              onChange={({ target }) => setRemark(target.value)}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}

const isOld = (failure: unknown): boolean => isFailure(failure, generalErrors.versionConflict)
const hasMoved = (before: Choice, task: Choice): boolean =>
  before.machine_no !== task.machine_no || before.start_time !== task.start_time || before.end_time !== task.end_time

/** Tasks that are not any more what the dialog first showed of them. */
function useChanged(tasks: readonly Choice[]): { before: Choice; task: Choice }[] {
  const first = useRef(new Map<string, Choice>())
  return tasks.flatMap(task => {
    const before = first.current.get(task.task_id)
    if (!before) first.current.set(task.task_id, task)
    return before && before.row_version !== task.row_version ? [{ before, task }] : []
  })
}

/** Machines that are able to do all of them; one that stands on all is no change. */
function machinesOf(tasks: readonly Choice[], kind: Kind): { value: string; label: string }[] {
  const [first, ...others] = tasks
  return (first?.machines ?? [])
    .filter(
      ({ machine_no }) =>
        others.every(one => one.machines.some(able => able.machine_no === machine_no)) &&
        (kind !== toMachine || tasks.every(one => one.machine_no !== machine_no)),
    )
    .map(({ machine_no, name }) => ({ value: machine_no, label: `${machine_no} ${name}` }))
}

/** Null: something is missing still. */
function wishOf(
  kind: Kind,
  tasks: readonly Choice[],
  of: { machine: string | undefined; start: number | undefined; quantity: string | null },
): Wish | null {
  const [first] = tasks
  if (!first) return null
  const plain = ({ task_id, row_version }: Choice) => ({ task_id, row_version })
  const able = machinesOf(tasks, kind).some(({ value }) => value === of.machine)
  const there = able && of.machine !== undefined ? { machine_no: of.machine } : {}
  const later = of.start === undefined ? undefined : of.start - first.start_time
  switch (kind) {
    case toMachine:
      return able ? { kind, tasks: tasks.map(task => ({ ...plain(task), ...there, ...shifted(task, later) })) } : null
    case toTime:
      return later === undefined
        ? null
        : { kind, tasks: tasks.map(task => ({ ...plain(task), ...there, ...shifted(task, later) })) }
    case hold:
      return of.start === undefined
        ? null
        : { kind, tasks: tasks.map(task => ({ ...plain(task), start_time: of.start! })) }
    default: {
      const fits = of.quantity !== null && isPositive(of.quantity) && isLess(of.quantity, first.quantity)
      const start = of.start === undefined ? {} : { start_time: of.start }
      return fits && of.quantity !== null
        ? { kind, tasks: [{ ...plain(first), ...there, ...start, quantity: of.quantity }] }
        : null
    }
  }
}
const shifted = ({ start_time }: Choice, seconds: number | undefined) =>
  seconds === undefined ? {} : { start_time: start_time + seconds }

const missingOf = (kind: Kind): Text => {
  switch (kind) {
    case toMachine:
      return text('请选择改到哪台设备', 'Choose the machine that it is to run on')
    case toTime:
      return text('请填写希望的开始时间', 'Say when it is to start')
    case split:
      return text('请填写拆出数量，须大于0且小于任务数量', 'Say how much is taken off: more than 0, less than all')
    default:
      return text('请填写暂缓到何时', 'Say until when it is held')
  }
}
