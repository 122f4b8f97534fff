import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Input, Modal } from 'antd'
import { useState } from 'react'

interface DropForeverProps {
  nos: readonly string[]
  drop: () => Promise<unknown>
  onClose: () => void
}
const namedAtMost = 8

/** What cannot be had back is named, and its number (or how many there are) is typed first. */
export function DropForeverDialog({ nos, drop, onClose }: DropForeverProps) {
  const say = useSay()
  const [typed, setTyped] = useState('')
  const [pending, setPending] = useState(false)
  const wanted = nos.length === 1 ? nos[0]! : String(nos.length)
  const fits = typed.trim() === wanted
  const submit = async () => {
    if (!fits) return
    setPending(true)
    await drop()
    onClose()
  }
  return (
    <Modal
      open
      title={say(text('彻底删除后无法恢复', 'They cannot be had back'))}
      okText={say(text('彻底删除', 'Delete for good'))}
      okButtonProps={{ danger: true, disabled: !fits, loading: pending }}
      cancelText={say(text('取消', 'Cancel'))}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p className="qt-named">
        {nos.slice(0, namedAtMost).join(say(text('、', ', ')))}
        {nos.length > namedAtMost ? ' …' : ''}
      </p>
      <label htmlFor="qt-drop-typed">
        {nos.length === 1
          ? say(text('请输入订单号确认', 'Type the order number to confirm'))
          : say(text('请输入订单数量 {count} 确认', 'Type the number of orders, {count}, to confirm'), {
              count: nos.length,
            })}
      </label>
      <Input
        id="qt-drop-typed"
        autoFocus
        autoComplete="off"
        value={typed}
        placeholder={wanted}
        onChange={event => setTyped(event.target.value)}
        onPressEnter={() => void submit()}
      />
    </Modal>
  )
}
