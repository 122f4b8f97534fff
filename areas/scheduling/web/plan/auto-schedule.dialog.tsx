import { type Text, text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { DatePicker, Form, Modal, Radio, Select } from 'antd'
import type { Dayjs } from 'dayjs'
import { useEffect, useState } from 'react'
import { autoSchedule, type scheduleObjectives } from '../../model/schedule.calls.ts'
import type { Scope, Scopes } from './schedule-scopes.ts'

type Objective = (typeof scheduleObjectives)[number]

/** What to place, what comes first, and how long to improve it. */
interface AutoScheduleProps {
  open: boolean
  onClose: () => void
  onStarted: (job_id: string) => void
  scopes: Scopes
}
export const objectives: readonly { code: Objective; title: Text; meaning: Text }[] = [
  {
    code: 'delivery',
    title: text('按交期', 'Due dates'),
    meaning: text(
      '按优先级加权的延期最少，其次换型最少',
      'Least lateness, weighted by priority; then least change-over',
    ),
  },
  {
    code: 'changeover',
    title: text('少换型', 'Change-overs'),
    meaning: text('准备与换型时间最少，其次延期最少', 'Least set-up and change-over; then least lateness'),
  },
  {
    code: 'load',
    title: text('早完工', 'Finish early'),
    meaning: text('全部完工最早，设备空闲最少', 'All done as early as can be; machines idle least'),
  },
]
const scopeTitles: Readonly<Record<Scope, Text>> = {
  all: text('全部计划工单', 'All plan orders'),
  waiting: text('仅待排工单', 'Only those not placed'),
  chosen: text('仅已勾选工单', 'Only those chosen'),
}
const allScopes: readonly Scope[] = ['all', 'waiting', 'chosen']
export const times = [10, 20, 60, 120, 280]
const usualSeconds = 20

export function AutoScheduleDialog({ open, onClose, onStarted, scopes }: AutoScheduleProps) {
  const say = useSay()
  const dates = useOrgDate()
  const [objective, setObjective] = useState<Objective>('delivery')
  const [scope, setScope] = useState<Scope>('all')
  const [seconds, setSeconds] = useState(usualSeconds)
  const [start, setStart] = useState<Dayjs | null>(null)
  const command = useCommand(autoSchedule, { success: null, done: ({ job_id }) => onStarted(job_id) })
  // Opens on what the person has just chosen.
  useEffect(() => {
    if (open) setScope(scopes.chosen.length > 0 ? 'chosen' : 'all')
  }, [open])

  const count = scopes[scope].length
  const run = async () => {
    const done = await command.run({
      mo_ids: [...scopes[scope]],
      objective,
      seconds,
      ...(start ? { start_time: dates.fromPicker(start) } : {}),
    })
    if (done) onClose()
  }
  return (
    <Modal
      open={open}
      title={say(text('自动排程', 'Schedule automatically'))}
      onCancel={onClose}
      okText={say(text('开始排程（{count}单）', 'Schedule {count} orders'), { count })}
      cancelText={say(text('取消', 'Cancel'))}
      okButtonProps={{ disabled: count === 0, loading: command.pending }}
      onOk={run}
    >
      <Form layout="vertical">
        <Form.Item label={say(text('范围', 'Scope'))}>
          <Radio.Group
            aria-label={say(text('范围', 'Scope'))}
            value={scope}
            onChange={event => setScope(event.target.value)}
          >
            {allScopes.map(code => (
              <Radio key={code} value={code} disabled={scopes[code].length === 0}>
                {say(scopeTitles[code])} ({scopes[code].length})
              </Radio>
            ))}
          </Radio.Group>
        </Form.Item>
        <Form.Item
          label={say(text('目标', 'What comes first'))}
          extra={say(objectives.find(({ code }) => code === objective)!.meaning)}
        >
          <Radio.Group
            aria-label={say(text('目标', 'What comes first'))}
            optionType="button"
            value={objective}
            onChange={event => setObjective(event.target.value)}
            options={objectives.map(({ code, title }) => ({ value: code, label: say(title) }))}
          />
        </Form.Item>
        <div className="qt-plan-pair">
          <Form.Item label={say(text('最早开始', 'No earlier than'))}>
            <DatePicker
              aria-label={say(text('最早开始', 'No earlier than'))}
              showTime={{ format: 'HH:mm' }}
              format="YYYY-MM-DD HH:mm"
              value={start}
              onChange={setStart}
              placeholder={say(text('现在', 'Now'))}
            />
          </Form.Item>
          <Form.Item label={say(text('优化时间', 'Time to improve'))}>
            <Select
              aria-label={say(text('优化时间', 'Time to improve'))}
              value={seconds}
              onChange={setSeconds}
              options={times.map(value => ({ value, label: say(text('{n}秒', '{n} s'), { n: value }) }))}
            />
          </Form.Item>
        </div>
        <p className="qt-secondary">
          {say(
            text(
              '已发布、已锁定、已开工的任务保持不动，范围以外的工单也不动。',
              'Published, locked and begun tasks stay; so do orders outside of the scope.',
            ),
          )}
        </p>
      </Form>
    </Modal>
  )
}
