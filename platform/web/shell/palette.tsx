import { SearchOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { Input, Modal } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useSay } from '../language.ts'
import type { Menu } from '../menu.ts'
import { go } from '../navigation.ts'
import { session } from '../session.ts'

interface Target {
  readonly path: string
  readonly title: string
  readonly group: string
}
/** Pages whose name in either language, group or address has all words; those that begin with them first. */
export function findPages(menu: Menu, words: string, say: ReturnType<typeof useSay>): Target[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const all = menu.groups.flatMap(group =>
    group.items
      .filter(item => !item.external)
      .map(item => ({
        path: item.path,
        title: say(item.title),
        group: say(group.title),
        names: [item.title.zh, item.title.en],
        searched: [item.title.zh, item.title.en, group.title.zh, group.title.en, item.path].join(' ').toLowerCase(),
      })),
  )
  const starts = (names: readonly string[]) =>
    names.some(name => name.toLowerCase().startsWith(wanted[0] ?? '')) ? 0 : 1
  return all
    .filter(({ searched }) => wanted.every(word => searched.includes(word)))
    .sort((a, b) => starts(a.names) - starts(b.names))
    .map(({ path, title, group }) => ({ path, title, group }))
}

/** Ctrl+K: go to a page by typing part of its name. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const say = useSay()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const menu = session.use()?.menu
  const found = menu ? findPages(menu, words, say) : []
  const leave = (path?: string) => {
    onClose()
    setWords('')
    setAt(0)
    if (path) go(path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt(now => Math.max(0, Math.min(found.length - 1, now + step)))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && found[at]) leave(found[at].path)
  }
  return (
    <Modal
      open={open}
      onCancel={() => leave()}
      footer={null}
      closable={false}
      destroyOnHidden
      width={520}
      style={{ top: 80 }}
    >
      <Input
        autoFocus
        size="large"
        prefix={<SearchOutlined />}
        role="combobox"
        aria-expanded
        aria-controls="qt-palette"
        aria-activedescendant={`qt-palette-${at}`}
        placeholder={say(text('前往页面…', 'Go to page…'))}
        value={words}
        onChange={event => {
          setWords(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: focus stays in the input, which names the active option */}
      <div className="qt-palette-list" id="qt-palette" role="listbox" aria-label={say(text('页面', 'Pages'))}>
        {found.map((target, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is handled by the input that owns this list
          <div
            key={target.path}
            id={`qt-palette-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => leave(target.path)}
            onMouseMove={() => setAt(index)}
          >
            <span>{target.title}</span>
            <span className="qt-secondary">{target.group}</span>
          </div>
        ))}
      </div>
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: as above */}
      {found.length === 0 ? <p className="qt-secondary">{say(text('没有匹配的页面', 'No such page'))}</p> : null}
    </Modal>
  )
}
