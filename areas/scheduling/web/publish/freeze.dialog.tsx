import type { AnyCall } from '@qitao/core/call.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { deviceCalls } from '@qitao/masterdata/model/resource/device.calls.ts'
import { freezeKind } from '@qitao/masterdata/model/resource/device-freeze.status.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Button, DatePicker, Form, Input, Modal, Segmented } from 'antd'
import type { Dayjs } from 'dayjs'
import { useState } from 'react'
import { freezeDevices, listFreezes } from '../../model/publish/freeze.calls.ts'
import { planCalls } from '../hand/use-plan.ts'

export const freezeAnswers = [...planCalls, listFreezes, deviceCalls.list, deviceCalls.detail]

interface FreezeDialogProps {
  machine_no: string
  kind?: CodeOf<typeof freezeKind>
  /** It stands since then. */
  since?: number | undefined
  /** What the page around asks anew besides the plan. */
  refreshes?: readonly AnyCall[]
  /** Looks at what has to move. */
  onRepair: () => void
  onShow: (task_id: string) => void
  onClose: () => void
}
/** What is proposed until somebody knows better: seconds from now. */
const usualStop = 2 * hourSeconds
/** What a kind changes. */
const effectOf = (kind: CodeOf<typeof freezeKind>): Text => {
  if (kind === freezeKind.codes.breakdown) return text('计入OEE的停机损失', 'A loss in the OEE of the machine')
  return kind === freezeKind.codes.maintenance
    ? text(
        '计划停机，不计入OEE损失；下次保养从它结束起算',
        'A planned stop and no loss of OEE; the next is due counted from its end',
      )
    : text('计划停机，不计入OEE损失', 'A planned stop and no loss of OEE')
}

/** A frozen machine takes no task in that time; what stands there is named, so that it can be moved. */
export function FreezeDialog({
  machine_no,
  kind: usual = freezeKind.codes.breakdown,
  since,
  refreshes = [],
  onRepair,
  onClose,
  onShow,
}: FreezeDialogProps) {
  const say = useSay()
  const dates = useOrgDate()
  const [range, setRange] = useState<[Dayjs, Dayjs] | null>(
    since === undefined
      ? null
      : [dates.toPicker(since), dates.toPicker(Math.max(since, Math.floor(Date.now() / 1000)) + usualStop)],
  )
  const [kind, setKind] = useState<CodeOf<typeof freezeKind>>(usual)
  const [reason, setReason] = useState('')
  const [inTheWay, setInTheWay] =
    useState<readonly { id: string; mo_no: string; process_name: string; start_time: number }[]>()
  const freeze = useCommand(freezeDevices, {
    refreshes: [...freezeAnswers, ...refreshes],
    done: ({ tasks }) => (tasks.length > 0 ? setInTheWay(tasks) : onClose()),
  })
  const run = () => {
    if (!range) return
    const timestamp_range: [number, number] = [dates.fromPicker(range[0]), dates.fromPicker(range[1])]
    return freeze.run({ machine_no_list: [machine_no], timestamp_range, kind, ...(reason ? { reason } : {}) })
  }
  const title = say(text('{no} 停机或冻结', '{no} is down or frozen'), { no: machine_no })
  if (inTheWay) {
    return (
      <Modal
        open
        title={title}
        onCancel={onClose}
        footer={
          <>
            <Button onClick={onClose}>{say(text('稍后处理', 'Later'))}</Button>
            <Button
              type="primary"
              onClick={() => {
                onClose()
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
                  onClose()
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
      open
      title={title}
      onCancel={onClose}
      onOk={run}
      okText={say(text('冻结', 'Block'))}
      cancelText={say(text('取消', 'Cancel'))}
      okButtonProps={{ disabled: range === null, loading: freeze.pending }}
    >
      <Form layout="vertical">
        <Form.Item label={say(text('类型', 'Kind'))} extra={say(effectOf(kind))}>
          <Segmented
            aria-label={say(text('类型', 'Kind'))}
            value={kind}
            onChange={setKind}
            options={freezeKind.list.map(one => ({ value: one.code, label: say(one) }))}
          />
        </Form.Item>
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
