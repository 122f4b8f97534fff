import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { pauseReason } from '../../model/pause/pause.status.ts'
import { pauseTask, type TaskRow } from '../../model/report.calls.ts'
import '../andon/andon.css'
import { floorCalls } from '../floor-calls.ts'

/** A task rests: why, by one press, and a word if there is time. */
export function PauseDialog({ task, onClose }: { task: TaskRow; onClose: () => void }) {
  const say = useSay()
  const [reason, setReason] = useState<(typeof pauseReason.list)[number]['code']>()
  const [remark, setRemark] = useState('')
  const pause = useCommand(pauseTask, { sheet: true, refreshes: floorCalls, done: onClose })
  return (
    <Modal
      open
      title={say(text('暂停任务 {no}', 'Pause {no}'), { no: task.task_no })}
      onCancel={onClose}
      okText={say(text('暂停', 'Pause'))}
      cancelText={say(text('取消', 'Cancel'))}
      okButtonProps={{ disabled: reason === undefined, loading: pause.pending, size: 'large' }}
      cancelButtonProps={{ size: 'large' }}
      onOk={() =>
        reason === undefined
          ? undefined
          : pause.run({ task_id: task.id, reason, ...(remark.trim() === '' ? {} : { remark: remark.trim() }) })
      }
    >
      <Radio.Group
        className="qt-andon-causes"
        optionType="button"
        buttonStyle="solid"
        aria-label={say(text('暂停原因', 'Why it rests'))}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        options={pauseReason.list.map(state => ({ value: state.code, label: say(state) }))}
      />
      <Input
        value={remark}
        maxLength={100}
        aria-label={say(text('说明', 'Words'))}
        placeholder={say(text('说明（可不填）', 'Words (optional)'))}
        onChange={({ target }) => setRemark(target.value)}
      />
    </Modal>
  )
}
