import { type Text, text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { ThrottleButton } from '@qitao/platform/web/call/throttle-button.tsx'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Alert, Modal, Progress, Select } from 'antd'
import { useState } from 'react'
import { floorTask } from '../../model/task.record.ts'
import { type Lack, repeated } from '../../model/workshop/dispatch-proposal.rules.ts'
import {
  acceptDispatch,
  type DispatchProposalRow,
  mostProposed,
  proposeDispatch,
  type ShiftPerson,
} from '../../model/workshop/workshop.calls.ts'
import { floorCalls } from '../floor-calls.ts'
import { taskColumns } from '../task.columns.tsx'
import './workshop.css'

const title = text('派工建议', 'Proposed dispatch')
/** px */
const width = 1180

interface ProposalDialogProps {
  range: readonly [number, number]
  /** Of the shift. */
  words: string
  workgroup_id: string | undefined
  onClose: () => void
}
/** Who could do what of a shift, with why; taken whole, in part, or with other people. */
export function ProposalDialog({ range, words, workgroup_id, onClose }: ProposalDialogProps) {
  const say = useSay()
  const dates = useOrgDate()
  const proposal = useCall(proposeDispatch, {
    timestamp_range: [...range],
    ...(workgroup_id === undefined ? {} : { workgroup_id }),
  })
  const heading = `${say(title)} · ${dates.dayOf(range[0])} ${words}`
  return proposal.data ? (
    <Chosen heading={heading} rows={proposal.data.result} onClose={onClose} {...proposal.data} />
  ) : (
    <Modal open title={heading} footer={null} onCancel={onClose}>
      {proposal.error ? <ErrorState failure={proposal.error} retry={proposal.refetch} /> : <RowsSkeleton />}
    </Modal>
  )
}

interface ChosenProps {
  left: readonly [number, number]
  heading: string
  rows: readonly DispatchProposalRow[]
  people: readonly ShiftPerson[]
  more: boolean
  onClose: () => void
}
function Chosen({ left, heading, rows, people, more, onClose }: ChosenProps) {
  const say = useSay()
  /** What a person has chosen over the proposal, by task. */
  const [typed, setTyped] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [ticked, setTicked] = useState<readonly string[]>(() =>
    rows.filter(row => row.people.length > 0).map(({ id }) => id),
  )
  const peopleOf = (row: DispatchProposalRow) => typed[row.id] ?? row.people.map(({ id }) => id)
  const chosen = rows.filter(row => ticked.includes(row.id) && peopleOf(row).length > 0)
  const accept = useCommand(acceptDispatch, { sheet: true, refreshes: floorCalls, done: onClose })
  const save = () =>
    accept.run({
      given: chosen.map(row => ({ task_id: row.id, row_version: row.row_version, user_ids: [...peopleOf(row)] })),
      seen_people: people.map(({ id, given_task_ids }) => ({ user_id: id, task_ids: [...given_task_ids] })),
    })
  const choose = (row: DispatchProposalRow, ids: readonly string[]) => {
    setTyped({ ...typed, [row.id]: ids })
    setTicked(ids.length > 0 ? [...new Set([...ticked, row.id])] : ticked.filter(id => id !== row.id))
  }
  const repeatable = rows.filter(({ yesterday }) => yesterday.length > 0)
  /** Their machines as yesterday; the others stay as they are proposed or chosen, but for whom that takes at their time. */
  const repeat = () => {
    const choices = rows.map(row => ({
      ...{ id: row.id, setup_start_time: row.setup_start_time, end_time: row.end_time },
      ...{ user_ids: peopleOf(row), yesterday_ids: row.yesterday.map(({ id }) => id) },
    }))
    const given = repeated(left, choices)
    const changed = rows.filter(row => !isSame(peopleOf(row), given.get(row.id)!))
    setTyped({ ...typed, ...Object.fromEntries(changed.map(({ id }) => [id, given.get(id)!])) })
    const all = new Set([...ticked, ...repeatable.map(({ id }) => id)])
    setTicked([...all].filter(id => given.get(id)!.length > 0))
  }
  const options = people.map(({ id, name, workgroup_names }) => ({
    value: id,
    label: `${name} · ${workgroup_names.join(', ')}`,
    name,
  }))
  return (
    <Modal
      open
      width={width}
      title={heading}
      onCancel={onClose}
      onOk={save}
      okText={say(text('派工 {count} 个任务', 'Dispatch {count} tasks'), { count: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0, loading: accept.pending }}
      mask={{ closable: false }}
    >
      <p className="qt-secondary">
        {say(
          text(
            '按任务开始时间，优先做过该工序、已在该设备、本班空余时间多的班组成员；同一时间一人只做一个任务。可改人员或取消勾选。',
            'In order of start: members of the group who have done the process, are at the machine anyway, and have room in the shift; one task at a time each. Change the people, or untick a task.',
          ),
        )}
      </p>
      {rows.length === 0 ? null : (
        <ThrottleButton
          className="qt-proposal-repeat"
          whyNot={repeatable.length === 0 ? nobodyYesterday : undefined}
          run={repeat}
        >
          {say(text('照昨天派工（{count}）', 'As yesterday ({count})'), { count: repeatable.length })}
        </ThrottleButton>
      )}
      {more ? (
        <Alert
          type="info"
          showIcon
          title={say(text('先列出最早的{most}个任务', 'The first {most} tasks are proposed'), { most: mostProposed })}
        />
      ) : null}
      {rows.length === 0 ? (
        <EmptyState text={text('没有待派工的任务', 'No task waits to be dispatched')} />
      ) : (
        <div className="qt-proposal">
          <DataTable<DispatchProposalRow>
            record={floorTask}
            rows={rows}
            selection={{ ids: ticked, onChange: setTicked }}
            columns={[
              { name: 'task_no', width: 150, sort: false },
              { ...taskColumns.machine, sort: false, width: 140 },
              taskColumns.process,
              { ...taskColumns.time, sort: false },
              {
                name: 'people',
                title: text('人员', 'People'),
                width: 230,
                sort: false,
                render: row => (
                  <Select
                    className="qt-proposal-people"
                    mode="multiple"
                    aria-label={say(text('人员 {no}', 'People {no}'), { no: row.task_no })}
                    placeholder={say(text('请选择', 'Choose'))}
                    value={[...peopleOf(row)]}
                    onChange={ids => choose(row, ids)}
                    options={options}
                    optionLabelProp="name"
                    showSearch={{ optionFilterProp: 'label' }}
                  />
                ),
              },
              {
                name: 'why',
                title: text('原因', 'Why'),
                width: 300,
                sort: false,
                render: row => <Why of={row} changed={typed[row.id] !== undefined} />,
              },
            ]}
          />
          <People rows={people} />
        </div>
      )}
    </Modal>
  )
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every(id => b.includes(id))
const nobodyYesterday = text(
  '昨天此时这些设备没有派工，或当时的人员本班不在、已有任务',
  'Nobody had these machines at that time yesterday, or who had is not there or is busy in this shift',
)
const lacks: Readonly<Record<Lack, Text>> = {
  no_workgroup: text('设备没有班组', 'The machine has no workgroup'),
  nobody_at_work: text('班组此时无人上班', 'Nobody of the group works then'),
  all_busy: text('班组成员此时都有任务', 'All of the group are busy then'),
  too_few: text('需要{crew}人，只有{count}人空闲', '{crew} people are needed, {count} are free'),
}
function Why({ of, changed }: { of: DispatchProposalRow; changed: boolean }) {
  const say = useSay()
  if (changed) return <span className="qt-secondary">{say(text('人工选择', 'Chosen by hand'))}</span>
  const [best] = of.people
  const words = best
    ? [
        best.report_count > 0
          ? say(text('做过该工序{count}次', 'did this process {count} times'), { count: best.report_count })
          : say(text('没有做过该工序的记录', 'no report of this process yet')),
        ...(best.at_machine ? [say(text('本班在该设备', 'at this machine in the shift'))] : []),
        say(text('负荷{percent}%', 'load {percent} %'), { percent: best.load_percent }),
      ]
    : []
  return (
    <span className="qt-proposal-why">
      {words.join(say(text('；', '; ')))}
      {of.lacks ? (
        <span className="qt-floor-behind"> {say(lacks[of.lacks], { crew: of.crew, count: of.people.length })}</span>
      ) : null}
    </span>
  )
}

/** How full the shift of each would be, as proposed. */
function People({ rows }: { rows: readonly ShiftPerson[] }) {
  const say = useSay()
  const hours = (seconds: number) => Math.round((seconds * 10) / hourSeconds) / 10
  const shown = rows.filter(({ available_seconds }) => available_seconds > 0)
  if (shown.length === 0) return null
  return (
    <section aria-label={say(text('人员负荷', 'Load of people'))}>
      <h4>{say(text('人员负荷（按建议）', 'Load of people, as proposed'))}</h4>
      <ul className="qt-proposal-load">
        {shown.map(({ id, name, available_seconds, given_seconds, proposed_seconds }) => (
          <li key={id}>
            <span className="qt-floor-line">
              <span>{name}</span>
              <span className="qt-number qt-secondary">
                {say(text('{taken} / {available} 小时', '{taken} / {available} h'), {
                  taken: hours(given_seconds + proposed_seconds),
                  available: hours(available_seconds),
                })}
              </span>
            </span>
            <Progress
              aria-label={name}
              size="small"
              showInfo={false}
              status="normal"
              percent={Math.min(100, Math.round((100 * (given_seconds + proposed_seconds)) / available_seconds))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
