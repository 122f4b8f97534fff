import { HolderOutlined, SettingOutlined } from '@ant-design/icons'
import { DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { text } from '@qitao/core/text.ts'
import { Button, Checkbox } from 'antd'
import { useLocation } from 'react-router'
import { useSay } from '../session/language.ts'
import { useUserConfig } from '../session/user-config.ts'
import { PanelPopover } from '../show/panel-popover.tsx'
import type { ShownColumn } from './columns.tsx'

/** What a user chose for the columns of a list. Columns that came later stand where the page puts them. */
export interface ColumnChoice {
  readonly order: readonly string[]
  readonly shown: Readonly<Record<string, boolean>>
  /** px */
  readonly widths?: Readonly<Record<string, number>>
}
const nothingChosen: ColumnChoice = { order: [], shown: {} }
const narrowest = 48
const widest = 800

export interface ColumnSettings<Row> {
  readonly shown: readonly ShownColumn<Row>[]
  readonly all: readonly ShownColumn<Row>[]
  readonly chosen: ColumnChoice
  isShown(name: string): boolean
  show(name: string, on: boolean): void
  move(name: string, over: string): void
  resize(name: string, width: number): void
  choose(next: ColumnChoice): void
  reset(): void
}

/** `list` tells the lists of the product apart; the choice is the user's, on every machine. */
export function useColumnSettings<Row>(columns: readonly ShownColumn<Row>[], list: string): ColumnSettings<Row> {
  const [chosen, keep] = useUserConfig(`columns.${list}`, nothingChosen)
  const all = inOrder(columns, chosen.order).map(column => ({
    ...column,
    width: chosen.widths?.[column.name] ?? column.width,
  }))
  const isShown = (name: string) => chosen.shown[name] ?? !columns.find(column => column.name === name)?.hidden
  return {
    all,
    chosen,
    shown: all.filter(column => isShown(column.name)),
    isShown,
    show: (name, on) => keep({ ...chosen, shown: { ...chosen.shown, [name]: on } }),
    move: (name, over) => {
      const names = all.map(column => column.name)
      keep({ ...chosen, order: arrayMove(names, names.indexOf(name), names.indexOf(over)) })
    },
    resize: (name, width) => {
      const kept = Math.round(Math.min(widest, Math.max(narrowest, width)))
      keep({ ...chosen, widths: { ...chosen.widths, [name]: kept } })
    },
    choose: keep,
    reset: () => keep(undefined),
  }
}
/** The lists of a page by the kind of record they show. */
export const useListName = (record: string): string => `${useLocation().pathname}:${record}`
/** Columns in the chosen order; one that was not there when it was chosen keeps its place after its neighbour. */
export function inOrder<C extends { readonly name: string }>(columns: readonly C[], order: readonly string[]): C[] {
  const chosen = order.flatMap(name => columns.find(column => column.name === name) ?? [])
  columns.forEach((column, index) => {
    if (chosen.includes(column)) return
    const before = columns[index - 1]
    chosen.splice(before ? chosen.indexOf(before) + 1 : 0, 0, column)
  })
  return chosen
}

export function ColumnSettingsButton<Row>({ settings }: { settings: ColumnSettings<Row> }) {
  const say = useSay()
  const title = say(text('列设置', 'Columns'))
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const dropped = ({ active, over }: DragEndEvent) =>
    over && active.id !== over.id && settings.move(String(active.id), String(over.id))
  const content = (
    <div className="qt-column-settings">
      <DndContext sensors={sensors} onDragEnd={dropped}>
        <SortableContext items={settings.all.map(column => column.name)} strategy={verticalListSortingStrategy}>
          {settings.all.map(column => (
            <SettingRow key={column.name} id={column.name}>
              <Checkbox
                checked={settings.isShown(column.name)}
                disabled={settings.isShown(column.name) && settings.shown.length === 1}
                onChange={event => settings.show(column.name, event.target.checked)}
              >
                {say(column.title)}
              </Checkbox>
            </SettingRow>
          ))}
        </SortableContext>
      </DndContext>
      <Button type="link" size="small" onClick={settings.reset}>
        {say(text('恢复默认', 'Restore default'))}
      </Button>
    </div>
  )
  return (
    <PanelPopover content={content}>
      {/* A tooltip of its own would take the Escape that closes the panel. */}
      <Button type="text" icon={<SettingOutlined aria-hidden />} aria-label={title} title={title} />
    </PanelPopover>
  )
}
function SettingRow({ id, children }: { id: string; children: React.ReactNode }) {
  const say = useSay()
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id })
  return (
    <div
      ref={setNodeRef}
      className="qt-setting-row"
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        {...listeners}
        aria-describedby={attributes['aria-describedby']}
        className="qt-handle"
        aria-label={say(text('拖动排序', 'Drag to reorder'))}
      >
        <HolderOutlined aria-hidden />
      </button>
      {children}
    </div>
  )
}
