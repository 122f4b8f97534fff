import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useHotkeys } from '@qitao/platform/web/frame/hotkeys.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button, Input, type InputRef } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { Found } from './find-on-chart.ts'

interface ChartSearchProps {
  readonly words: string
  readonly onWords: (words: string) => void
  readonly found: readonly Found[]
  readonly onGo: (to: Found) => void
  /** The search is over: the keys belong to the chart again. */
  readonly onEnd: () => void
}

/** Words that are looked for on the chart, and the way from one match to the next. */
export function ChartSearch({ words, onWords, found, onGo, onEnd }: ChartSearchProps) {
  const say = useSay()
  const field = useRef<InputRef>(null)
  const [at, setAt] = useState<Found>()
  const place = at ? found.findIndex(({ kind, id }) => kind === at.kind && id === at.id) : -1
  const begin = () => field.current?.focus({ cursor: 'all' })
  useHotkeys({ '/': begin, 'mod+f': begin })
  const go = (by: 1 | -1) => {
    if (found.length === 0) return
    const next = found[place < 0 ? (by > 0 ? 0 : found.length - 1) : (place + by + found.length) % found.length]!
    setAt(next)
    onGo(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const by = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey) ? -1 : 1
    if (['Enter', 'ArrowDown', 'ArrowUp'].includes(event.key)) go(by)
    else if (event.key === 'Escape') {
      onWords('')
      onEnd()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const active = words.trim() !== ''
  const count = !active
    ? ''
    : found.length === 0
      ? say(text('时段内没有', 'None in this time'))
      : place < 0
        ? String(found.length)
        : `${place + 1} / ${found.length}`
  return (
    <search className="qt-plan-find">
      <Input
        ref={field}
        size="small"
        allowClear
        aria-label={say(text('在图中查找', 'Find on the chart'))}
        placeholder={say(text('查找工单、产品、设备（/）', 'Find order, product, machine (/)'))}
        value={words}
        onChange={event => {
          setAt(undefined)
          onWords(event.target.value)
        }}
        onKeyDown={onKeyDown}
        suffix={
          <span className="qt-number qt-secondary" aria-live="polite">
            {count}
          </span>
        }
      />
      {active ? (
        <>
          <Button
            size="small"
            type="text"
            disabled={found.length === 0}
            icon={<UpOutlined aria-hidden />}
            aria-label={say(text('上一个', 'The one before'))}
            onClick={() => go(-1)}
          />
          <Button
            size="small"
            type="text"
            disabled={found.length === 0}
            icon={<DownOutlined aria-hidden />}
            aria-label={say(text('下一个', 'The next one'))}
            onClick={() => go(1)}
          />
        </>
      ) : null}
    </search>
  )
}
