import { CloseOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Button, DatePicker, Form, Input, Modal } from 'antd'
import type { Dayjs } from 'dayjs'
import { useState } from 'react'
import type { GanttMachine } from '../../model/chart/gantt.record.ts'
import { freezeDevices, listFreezes, unfreezeDevices } from '../../model/publish/freeze.calls.ts'
import { planCalls } from '../hand/use-plan.ts'

interface MachinePanelProps {
  machine: GanttMachine
  /** Looks at what has to move. */
  onRepair: () => void
  onShow: (task_id: string) => void
  onClose: () => void
}
const refreshes = [...planCalls, listFreezes]

/** One machine: its load, its freezes, and the way to freeze it. */
export function MachinePanel({ machine, onRepair, onShow, onClose }: MachinePanelProps) {
  const say = useSay()
  const dates = useOrgDate()
  const [open, setOpen] = useState(false)
  const unfreeze = useCommand(unfreezeDevices, { refreshes })
  return (
    <aside className="qt-plan-panel" aria-label={say(text('设备详情', 'Machine'))}>
      <header>
        <h2>
          {machine.machine_no} {machine.name}
        </h2>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={say(text('关闭', 'Close'))}
          onClick={onClose}
        />
      </header>
      <div className="qt-plan-panel-body">
        <dl className="qt-facts">
          <div>
            <dt>{say(text('负荷（所示时段）', 'Load of the time shown'))}</dt>
            <dd className="qt-number">{Math.round(machine.load_share * 100)}%</dd>
          </div>
          <div>
            <dt>{say(text('同时任务数', 'Tasks at a time'))}</dt>
            <dd className="qt-number">{machine.capacity}</dd>
          </div>
          <div>
            <dt>{say(text('班组', 'Workgroup'))}</dt>
            <dd>{machine.workgroup_name ?? '—'}</dd>
          </div>
        </dl>
        {machine.calendar_id === null ? (
          <p className="qt-plan-late">{say(text('没有工作日历，不能排产', 'It has no calendar and takes no task'))}</p>
        ) : null}
        <section>
          <h3>{say(text('冻结', 'Freezes'))}</h3>
          {machine.freezes.length === 0 ? <p className="qt-secondary">{say(text('没有冻结', 'None'))}</p> : null}
          <ul className="qt-plan-chain">
            {machine.freezes.map(freeze => (
              <li key={freeze.id}>
                <span>
                  <Instant at={freeze.start_time} /> – <Instant at={freeze.end_time} /> {freeze.reason}
                </span>
                <ActButton
                  size="small"
                  type="link"
                  act={{
                    ...remove(
                      [`${machine.machine_no} ${dates.minuteOf(freeze.start_time)}`],
                      unfreeze.with({ freeze_ids: [freeze.id] }),
                    ),
                    title: text('解冻', 'Unfreeze'),
                    ask: { title: text('解冻设备？', 'Unfreeze the machine?'), objects: [machine.machine_no] },
                    danger: false,
                  }}
                />
              </li>
            ))}
          </ul>
        </section>
      </div>
      <footer className="qt-foot">
        <ActButton
          size="small"
          act={{ title: text('停机或冻结', 'Down or frozen'), run: needing(freezeDevices, () => setOpen(true)) }}
        />
      </footer>
      <FreezeDialog machine={machine} open={open} onRepair={onRepair} onClose={() => setOpen(false)} onShow={onShow} />
    </aside>
  )
}

/** A frozen machine takes no task in that time; what stands there is named, so that it can be moved. */
function FreezeDialog({ machine, open, onRepair, onClose, onShow }: MachinePanelProps & { open: boolean }) {
  const say = useSay()
  const dates = useOrgDate()
  const [range, setRange] = useState<[Dayjs, Dayjs] | null>(null)
  const [reason, setReason] = useState('')
  const [inTheWay, setInTheWay] =
    useState<readonly { id: string; mo_no: string; process_name: string; start_time: number }[]>()
  const freeze = useCommand(freezeDevices, {
    refreshes,
    done: ({ tasks }) => (tasks.length > 0 ? setInTheWay(tasks) : close()),
  })
  const close = () => {
    setInTheWay(undefined)
    setRange(null)
    setReason('')
    onClose()
  }
  const run = () => {
    if (!range) return
    const timestamp_range: [number, number] = [dates.fromPicker(range[0]), dates.fromPicker(range[1])]
    return freeze.run({ machine_no_list: [machine.machine_no], timestamp_range, ...(reason ? { reason } : {}) })
  }
  const title = say(text('{no} 停机或冻结', '{no} is down or frozen'), { no: machine.machine_no })
  if (inTheWay) {
    return (
      <Modal
        open={open}
        title={title}
        onCancel={close}
        footer={
          <>
            <Button onClick={close}>{say(text('稍后处理', 'Later'))}</Button>
            <Button
              type="primary"
              onClick={() => {
                close()
                onRepair()
              }}
            >
              {say(text('修复计划', 'Repair the plan'))}
            </Button>
          </>
        }
      >
        <p>
          {say(
            text(
              '已冻结。以下 {count} 个任务在冻结时间内，需要移走：',
              'Frozen. {count} tasks stand in that time and have to move:',
            ),
            { count: inTheWay.length },
          )}
        </p>
        <ul className="qt-plan-chain">
          {inTheWay.map(task => (
            <li key={task.id}>
              <button
                type="button"
                className="qt-link"
                onClick={() => {
                  close()
                  onShow(task.id)
                }}
              >
                {task.mo_no} {task.process_name}
              </button>
              <Instant at={task.start_time} />
            </li>
          ))}
        </ul>
      </Modal>
    )
  }
  return (
    <Modal
      open={open}
      title={title}
      onCancel={close}
      onOk={run}
      okText={say(text('冻结', 'Freeze'))}
      cancelText={say(text('取消', 'Cancel'))}
      okButtonProps={{ disabled: range === null, loading: freeze.pending }}
    >
      <Form layout="vertical">
        <Form.Item label={say(text('时间', 'Time'))} required>
          <DatePicker.RangePicker
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            value={range}
            onChange={picked => setRange(picked?.[0] && picked[1] ? [picked[0], picked[1]] : null)}
          />
        </Form.Item>
        <Form.Item label={say(text('原因', 'Reason'))}>
          <Input maxLength={255} value={reason} onChange={event => setReason(event.target.value)} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
