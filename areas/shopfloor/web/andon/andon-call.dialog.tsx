import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { callAndon, listAndon } from '../../model/andon/andon.calls.ts'
import { andonCause } from '../../model/andon/andon.status.ts'
import type { TaskRow } from '../../model/report.calls.ts'
import './andon.css'

/** Calls for help from a task: what for, by one press, and a word if there is time. */
export function AndonCallDialog({ task, onClose }: { task: TaskRow; onClose: () => void }) {
  const say = useSay()
  const [cause, setCause] = useState<(typeof andonCause.list)[number]['code']>()
  const [remark, setRemark] = useState('')
  const call = useCommand(callAndon, {
    sheet: true,
    refreshes: [listAndon],
    success: null,
    done: ({ rung_names }) => {
      toast.success(say(text('已呼叫 {names}', 'Called: {names}'), { names: rung_names.join(', ') }))
      onClose()
    },
  })
  return (
    <Modal
      open
      title={say(text('呼叫支援 {no}', 'Call for help, {no}'), { no: task.task_no })}
      onCancel={onClose}
      okText={say(text('呼叫', 'Call'))}
      cancelText={say(text('取消', 'Cancel'))}
      okButtonProps={{ disabled: cause === undefined, loading: call.pending, danger: true, size: 'large' }}
      cancelButtonProps={{ size: 'large' }}
      onOk={() =>
        cause === undefined
          ? undefined
          : call.run({ task_id: task.id, cause, ...(remark.trim() === '' ? {} : { remark: remark.trim() }) })
      }
    >
      <Radio.Group
        className="qt-andon-causes"
        optionType="button"
        buttonStyle="solid"
        aria-label={say(text('呼叫类型', 'Calls for'))}
        value={cause}
        onChange={({ target }) => setCause(target.value)}
        options={andonCause.list.map(state => ({ value: state.code, label: say(state) }))}
      />
      <Input.TextArea
        value={remark}
        maxLength={255}
        rows={2}
        aria-label={say(text('说明', 'Words'))}
        placeholder={say(text('说明（可不填）', 'Words (optional)'))}
        onChange={({ target }) => setRemark(target.value)}
      />
    </Modal>
  )
}
