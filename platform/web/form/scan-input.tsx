import { CameraOutlined } from '@ant-design/icons'
import { type Text, text } from '@qitao/core/text.ts'
import { Button, Input, type InputRef } from 'antd'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useSay } from '../session/language.ts'
import { toast } from '../show/toast.ts'
import { CameraScan, hasCamera } from './camera-scan.tsx'
import { noBurst, scanOf, withKey } from './scanner.ts'
import './scan-input.css'

export interface Scanner {
  /** A label that was read elsewhere on the page. */
  scan(code: string): void
  /** Does what was pressed in its turn, behind the labels that came before it. */
  inTurn(work: () => Promise<unknown>): void
  focus(): void
}
interface ScanInputProps {
  /** One label; the next one waits until this one is done with. */
  onScan: (code: string) => Promise<unknown>
  placeholder: Text
  label: Text
  scanner?: Ref<Scanner>
}
const longestCode = 100
/** Fields keep what is typed into them; a ticked box takes no text. */
const typedInto = 'input:not([type=checkbox], [type=radio]), textarea, [contenteditable=true]'

/**
 * Where labels are scanned: by a scanner that types, wherever the focus is so long as it is in no other field, by hand, or by the
 * camera where the browser can read labels. However fast they come, each is taken once, in order, after the one before.
 */
export function ScanInput({ onScan, placeholder, label, scanner }: ScanInputProps) {
  const say = useSay()
  const input = useRef<InputRef>(null)
  const [typed, setTyped] = useState('')
  const [waiting, setWaiting] = useState(0)
  const [films, setFilms] = useState(false)
  const queue = useRef(Promise.resolve())
  // What a label means is asked when its turn comes: by then the page may stand elsewhere.
  const take = useRef(onScan)
  take.current = onScan
  const inTurn = (work: () => Promise<unknown>) => {
    setWaiting(count => count + 1)
    queue.current = queue.current
      .then(async () => void (await work()))
      .catch(toast.failure)
      .finally(() => setWaiting(count => count - 1))
  }
  const scan = (given: string) => {
    setTyped('')
    const code = given.trim()
    if (code !== '') inTurn(() => take.current(code))
  }
  useImperativeHandle(scanner, () => ({ scan, inTurn, focus: () => input.current?.focus() }))
  useEffect(() => {
    let burst = noBurst
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      const { target, key, timeStamp } = event
      if (target instanceof HTMLElement && target.matches(typedInto)) return
      if (key.length === 1) burst = withKey(burst, key, timeStamp)
      if (key !== 'Enter') return
      const read = scanOf(burst, timeStamp, '')
      burst = noBurst
      if (!read) return
      // Nor does it press the button that has the focus.
      event.preventDefault()
      event.stopPropagation()
      scan(read.code)
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  return (
    <div className="qt-scan">
      <Input
        ref={input}
        autoFocus
        allowClear
        maxLength={longestCode}
        autoComplete="off"
        value={typed}
        placeholder={say(placeholder)}
        aria-label={say(label)}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          // The form around it is not sent by a label.
          event.preventDefault()
          scan(event.currentTarget.value)
        }}
      />
      {hasCamera() ? (
        <Button
          icon={<CameraOutlined aria-hidden />}
          aria-label={say(text('用摄像头扫码', 'Scan by camera'))}
          aria-pressed={films}
          onClick={() => setFilms(!films)}
        />
      ) : null}
      {waiting > 1 ? (
        <span className="qt-secondary" role="status">
          {say(text('{n}个等待处理', '{n} waiting'), { n: waiting })}
        </span>
      ) : null}
      {films ? (
        <CameraScan
          onCode={scan}
          onProblem={problem => {
            toast.error(problem)
            setFilms(false)
          }}
        />
      ) : null}
    </div>
  )
}
