import { SearchOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { Input, Modal } from 'antd'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useCall } from '../call/use-call.ts'
import { findGuides, type Guide } from '../frame/guide.ts'
import type { Menu } from '../frame/menu.ts'
import { go } from '../frame/navigation.ts'
import { recordAddress, recordCalls, stateOfRecord } from '../list/record-parts.ts'
import { useSay } from '../session/language.ts'
import { session, useSession } from '../session/session.ts'
import { StatusTag } from '../show/status-tag.tsx'
import { useGuides } from './guides.tsx'

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

interface Entry {
  readonly key: string
  readonly path: string
  readonly title: string
  readonly beside: ReactNode
  readonly group: string
  /** Opens this instead of the page. */
  readonly guide?: Guide
}
/** Milliseconds of rest after which typed words are searched. */
const typingRest = 200
const longestSearched = 50

/** Records that the words name, by kind; undefined while the answer to these very words is not there. */
function useRecords(words: string): readonly Entry[] | undefined {
  const say = useSay()
  const { may } = useSession()
  const wanted = words.trim().slice(0, longestSearched)
  const rested = useRested(wanted, typingRest)
  const found = useCall(recordCalls().find, rested === '' ? null : { keyword: rested })
  if (wanted === '') return []
  if (rested !== wanted || found.isPending) return undefined
  return (found.data?.groups ?? []).flatMap(({ kind, records }) =>
    records.flatMap(record => {
      const path = recordAddress(kind, record, may)
      if (path === undefined) return []
      const state = stateOfRecord(kind, record)
      return {
        key: record.id,
        path,
        title: record.no,
        beside: (
          <>
            <span className="qt-palette-name">{record.name}</span>
            {state ? <StatusTag of={state} /> : null}
          </>
        ),
        group: say(recordCalls().kinds[kind]!.title),
      }
    }),
  )
}

interface PaletteProps {
  open: boolean
  onClose: () => void
  onGuide: (guide: Guide) => void
}
/** Ctrl+K: go to a page, a guide, or any record, by typing part of its name or number. Enter waits for the answer to what is typed. */
export function Palette({ open, onClose, onGuide }: PaletteProps) {
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      destroyOnHidden
      width={640}
      style={{ top: 80 }}
    >
      <Finder onClose={onClose} onGuide={onGuide} />
    </Modal>
  )
}

function Finder({ onClose, onGuide }: Omit<PaletteProps, 'open'>) {
  const say = useSay()
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const [entering, setEntering] = useState(false)
  const menu = session.use()?.menu
  const records = useRecords(words)
  const pages: Entry[] = (menu ? findPages(menu, words, say) : []).map(({ path, title, group }) => ({
    ...{ key: path, path, title, beside: <span className="qt-secondary">{group}</span> },
    group: say(text('页面', 'Pages')),
  }))
  const guides = useGuides().data ?? []
  const helps: Entry[] = findGuides(guides, words, path => menu?.allowed.has(path) ?? false).map(guide => ({
    ...{ key: `guide ${guide.page.path}`, path: guide.page.path, guide },
    title: say(text('怎样{does}', 'How to {does}'), { does: guide.does }),
    beside: <span className="qt-secondary">{say(guide.page.title)}</span>,
    group: say(text('使用指南', 'Guide')),
  }))
  const found = [...pages, ...helps, ...(records ?? [])]
  const leave = ({ path, guide }: Entry) => {
    onClose()
    if (guide) onGuide(guide)
    else go(path)
  }
  useEffect(() => {
    if (!entering || records === undefined) return
    setEntering(false)
    if (found[at]) leave(found[at])
  }, [entering, records])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt(now => Math.max(0, Math.min(found.length - 1, now + step)))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (found[at]) leave(found[at])
      else setEntering(true)
    }
  }
  return (
    <>
      <Input
        autoFocus
        size="large"
        prefix={<SearchOutlined />}
        role="combobox"
        aria-expanded
        aria-controls="qt-palette"
        aria-activedescendant={`qt-palette-${at}`}
        placeholder={say(text('查找单据、编号、名称或页面…', 'Find a document, code, name or page…'))}
        value={words}
        onChange={event => {
          setWords(event.target.value)
          setAt(0)
          setEntering(false)
        }}
        onKeyDown={onKeyDown}
      />
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: focus stays in the input, which names the active option */}
      <div className="qt-palette-list" id="qt-palette" role="listbox" aria-label={say(text('查找结果', 'Found'))}>
        {found.map((target, index) => (
          <Fragment key={target.key}>
            {target.group === found[index - 1]?.group ? null : (
              <div className="qt-palette-group" role="presentation">
                {target.group}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is handled by the input that owns this list */}
            <div
              id={`qt-palette-${index}`}
              role="option"
              aria-selected={index === at}
              onClick={() => leave(target)}
              onMouseMove={() => setAt(index)}
            >
              <span className="qt-palette-title">{target.title}</span>
              {target.beside}
            </div>
          </Fragment>
        ))}
      </div>
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: as above */}
      {records === undefined ? (
        <p className="qt-secondary">{say(text('查找中…', 'Searching…'))}</p>
      ) : found.length === 0 ? (
        <p className="qt-secondary">{say(text('没有匹配的单据或页面', 'Nothing found'))}</p>
      ) : null}
    </>
  )
}

/** The value once it has rested. */
function useRested(value: string, ms: number): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), value === '' ? 0 : ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
