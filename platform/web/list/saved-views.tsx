import { DeleteOutlined, SaveOutlined, StarOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSay } from '../session/language.ts'
import { useUserConfig } from '../session/user-config.ts'
import { confirm } from '../show/confirm.tsx'
import { PanelPopover } from '../show/panel-popover.tsx'
import type { ColumnChoice } from './column-settings.tsx'
import '../show/records.css'

/** Filters, order and columns of a list under a name. */
interface SavedView {
  readonly name: string
  /** As in the address. */
  readonly search: string
  readonly columns: ColumnChoice
}
const none: readonly SavedView[] = []
const mostViews = 20
const longestName = 30
/** Parts of the address that are no filter. */
const notKept = ['page', 'page_size', 'tab', 'open']

interface SavedViewsProps {
  /** What the list is, among the lists of the page. */
  list: string
  columns: ColumnChoice
  onColumns: (next: ColumnChoice) => void
}
/** The user's views of a list: kept with a click, and had back with another. */
export function SavedViews({ list, columns, onColumns }: SavedViewsProps) {
  const say = useSay()
  const [search, setSearch] = useSearchParams()
  const [views, setViews] = useUserConfig(`views.${list}`, none)
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const kept = () => {
    const now = new URLSearchParams(search)
    for (const part of notKept) now.delete(part)
    return now.toString()
  }
  const save = (as: string) => {
    const view = { name: as, search: kept(), columns }
    const others = views.filter(one => one.name !== as)
    setViews(views.length > others.length ? views.map(one => (one.name === as ? view : one)) : [...others, view])
    setName('')
  }
  const show = (view: SavedView) => {
    const next = new URLSearchParams(view.search)
    const tab = search.get('tab')
    if (tab !== null) next.set('tab', tab)
    setSearch(next, { replace: true })
    onColumns(view.columns)
    setOpen(false)
  }
  const drop = async (view: SavedView) => {
    const ask = { title: text('删除视图？', 'Delete the view?'), objects: [view.name], danger: true }
    if (await confirm(ask)) setViews(views.filter(one => one !== view))
  }
  const shown = views.find(view => view.search === kept() && same(view.columns, columns))
  const wanted = name.trim()
  const content = (
    <div className="qt-views">
      {views.length === 0 ? (
        <p className="qt-secondary">
          {say(text('保存当前的筛选、排序和列，以后一键打开', 'Keep filters, order and columns, to have them back'))}
        </p>
      ) : (
        <ul>
          {views.map(view => (
            <li key={view.name}>
              <button
                type="button"
                className="qt-link"
                aria-current={view === shown ? 'true' : undefined}
                onClick={() => show(view)}
              >
                {view.name}
              </button>
              <Button
                type="text"
                size="small"
                icon={<SaveOutlined aria-hidden />}
                disabled={view === shown}
                title={say(text('用当前条件覆盖', 'Replace it by what is shown now'))}
                aria-label={say(text(`覆盖 ${view.name}`, `Replace ${view.name}`))}
                onClick={() => save(view.name)}
              />
              <Button
                type="text"
                size="small"
                danger
                icon={<DeleteOutlined aria-hidden />}
                aria-label={say(text(`删除 ${view.name}`, `Delete ${view.name}`))}
                onClick={() => void drop(view)}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        onSubmit={event => {
          event.preventDefault()
          if (wanted) save(wanted)
        }}
      >
        <Input
          size="small"
          maxLength={longestName}
          value={name}
          aria-label={say(text('视图名称', 'Name of the view'))}
          placeholder={say(text('视图名称', 'Name of the view'))}
          onChange={event => setName(event.target.value)}
        />
        <Button size="small" type="primary" htmlType="submit" disabled={!wanted || views.length >= mostViews}>
          {say(text('保存当前视图', 'Save this view'))}
        </Button>
      </form>
    </div>
  )
  const title = say(text('视图', 'Views'))
  return (
    <PanelPopover open={open} onOpenChange={setOpen} content={content}>
      <Button type="text" icon={<StarOutlined aria-hidden />} aria-label={title} title={title}>
        {shown?.name}
      </Button>
    </PanelPopover>
  )
}
const same = (one: ColumnChoice, other: ColumnChoice): boolean => JSON.stringify(one) === JSON.stringify(other)
