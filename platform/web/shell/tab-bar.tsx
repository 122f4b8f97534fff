import { CloseOutlined } from '@ant-design/icons'
import { DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import {
  horizontalListSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { text } from '@qitao/core/text.ts'
import { Badge, Dropdown } from 'antd'
import { useEffect, useRef } from 'react'
import { keptForms, keptOf } from '../form/kept-forms.ts'
import { badges } from '../frame/badges.ts'
import { go } from '../frame/navigation.ts'
import { tabNames } from '../frame/tab-names.ts'
import { moveTab, shownTabs, type Tab } from '../frame/tabs.ts'
import { useSay } from '../session/language.ts'
import { changeTabs, close, closeOthers, refreshTab, tabs } from './tab-store.ts'

/** The pinned tabs: drag to order, middle click to close, right click for the menu. */
export function TabBar({ active, titleOf }: { active: string; titleOf: (path: string) => string }) {
  const shown = shownTabs(tabs.use())
  const say = useSay()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const dropped = ({ active: dragged, over }: DragEndEvent) => {
    if (over) changeTabs(now => moveTab(now, String(dragged.id), String(over.id)))
  }
  return (
    <nav className="qt-tabs" aria-label={say(text('已打开的页面', 'Open pages'))}>
      <DndContext sensors={sensors} onDragEnd={dropped}>
        <SortableContext items={shown.map(tab => tab.path)} strategy={horizontalListSortingStrategy}>
          {shown.map(tab => (
            <OneTab key={tab.path} tab={tab} active={tab.path === active} title={titleOf(tab.path)} />
          ))}
        </SortableContext>
      </DndContext>
    </nav>
  )
}

function OneTab({ tab, active, title }: { tab: Tab; active: boolean; title: string }) {
  const say = useSay()
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id: tab.path })
  const counts = badges.use()
  const count = counts[tab.path]
  const name = tabNames.use()[tab.path]
  const isKept = keptOf(keptForms.use(), tab.path) !== undefined
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!active) return
    const show = () => element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    show()
    // The strip grows when the fonts have come, and with each badge.
    void document.fonts.ready.then(show)
  }, [active, counts])
  const menu = {
    items: [
      { key: 'refresh', label: say(text('刷新', 'Refresh')) },
      { key: 'close', label: say(text('关闭', 'Close')) },
      { key: 'others', label: say(text('关闭其他', 'Close others')) },
    ],
    onClick: ({ key }: { key: string }) =>
      key === 'refresh' ? refreshTab(tab) : void (key === 'close' ? close(tab.path) : closeOthers(tab.path)),
  }
  return (
    <Dropdown trigger={['contextMenu']} menu={menu}>
      <div
        ref={node => {
          setNodeRef(node)
          element.current = node
        }}
        className={active ? 'qt-tab qt-on' : 'qt-tab'}
        style={{ transform: CSS.Translate.toString(transform), transition }}
        onAuxClick={event => void (event.button === 1 && close(tab.path))}
      >
        <button
          type="button"
          {...listeners}
          aria-roledescription={attributes['aria-roledescription']}
          aria-describedby={attributes['aria-describedby']}
          aria-current={active ? 'page' : undefined}
          className="qt-tab-name"
          onClick={() => go(tab.path + tab.search)}
        >
          {name ? `${title} ${name}` : title}
          {isKept ? (
            <Badge
              status="processing"
              className="qt-tab-unsaved"
              title={say(text('有未保存的修改', 'Unsaved changes'))}
            />
          ) : null}
          {count ? <Badge className="qt-menu-badge" size="small" count={count} aria-hidden /> : null}
        </button>
        <button
          type="button"
          className="qt-tab-close"
          aria-label={say(text('关闭 {title}', 'Close {title}'), { title })}
          onClick={() => void close(tab.path)}
        >
          <CloseOutlined aria-hidden />
        </button>
      </div>
    </Dropdown>
  )
}
