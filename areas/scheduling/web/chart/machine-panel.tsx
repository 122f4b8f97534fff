import { CloseOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Button } from 'antd'
import { useState } from 'react'
import type { GanttMachine } from '../../model/chart/gantt.record.ts'
import { freezeDevices, unfreezeDevices } from '../../model/publish/freeze.calls.ts'
import { FreezeDialog, freezeAnswers } from '../publish/freeze.dialog.tsx'

interface MachinePanelProps {
  machine: GanttMachine
  /** Looks at what has to move. */
  onRepair: () => void
  onShow: (task_id: string) => void
  onClose: () => void
}

/** One machine: its load, its freezes, and the way to freeze it. */
export function MachinePanel({ machine, onRepair, onShow, onClose }: MachinePanelProps) {
  const say = useSay()
  const dates = useOrgDate()
  const [open, setOpen] = useState(false)
  const unfreeze = useCommand(unfreezeDevices, { refreshes: freezeAnswers })
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
      {open ? (
        <FreezeDialog
          machine_no={machine.machine_no}
          onRepair={onRepair}
          onClose={() => setOpen(false)}
          onShow={onShow}
        />
      ) : null}
    </aside>
  )
}
