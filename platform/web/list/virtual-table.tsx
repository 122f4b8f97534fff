// biome-ignore-all lint/a11y/useSemanticElements: rows out of sight do not exist, which a table element cannot say
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row
import type { RecordType } from '@qitao/core/record.ts'
import type { StatusColour } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Checkbox } from 'antd'
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { useLanguage, useSay } from '../session/language.ts'
import { useLook } from '../session/theme.ts'
import { EmptyState } from '../show/empty-state.tsx'
import { type Column, resolveColumns, type ShownColumn } from './columns.tsx'
import type { Selection } from './table-told.ts'
import './virtual-table.css'

export interface VirtualTableProps<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[] | { readonly shown: readonly ShownColumn<Row>[] }
  record?: RecordType
  rowKey?: keyof Row & string
  selection?: Selection
  onOpen?: (row: Row) => unknown
  /** The last rows come into sight: more may be loaded. */
  onEnd?: () => unknown
  rowTone?: (row: Row) => StatusColour | undefined
}
const rowHeights = { compact: 28, comfortable: 36, touch: 48 } as const
const overscan = 8
const checkWidth = 36

/** Very many rows: only those in sight are drawn. The heading and the first column stay; arrow keys walk, Enter opens. */
export function VirtualTable<Row extends object>({
  rows,
  columns,
  record,
  rowKey = 'id' as keyof Row & string,
  selection,
  onOpen,
  onEnd,
  rowTone,
}: VirtualTableProps<Row>) {
  const say = useSay()
  const language = useLanguage()
  const { density } = useLook()
  const height = rowHeights[density]
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(-1)
  const shown = useMemo(
    () =>
      'shown' in columns ? columns.shown : resolveColumns(columns, record, language).filter(column => !column.hidden),
    [columns, record, language],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan,
  })
  useEffect(() => virtual.measure(), [height])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  const asked = useRef(0)
  useEffect(() => {
    // Once for each length: the same rows do not ask twice.
    if (!onEnd || last < rows.length - 1 - overscan || asked.current === rows.length) return
    asked.current = rows.length
    onEnd()
  }, [last, rows.length, onEnd])

  const keyOf = (row: Row) => String(row[rowKey])
  const chosen = useMemo(() => new Set(selection?.ids), [selection?.ids])
  const toggle = (id: string) =>
    selection?.onChange(chosen.has(id) ? selection.ids.filter(one => one !== id) : [...selection.ids, id])
  const template = `${selection ? `${checkWidth}px ` : ''}${shown.map(column => `minmax(${column.width}px, ${column.width}fr)`).join(' ')}`
  const width = shown.reduce((sum, column) => sum + column.width, selection ? checkWidth : 0)
  const walk = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to))
    setActive(next)
    virtual.scrollToIndex(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? height) / height) - 2)
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1,
    }
    const to = moves[event.key]
    const row = rows[active]
    if (to !== undefined) walk(to)
    else if (event.key === 'Enter' && row) void onOpen?.(row)
    else if (event.key === ' ' && row && selection) toggle(keyOf(row))
    else return
    event.preventDefault()
  }
  if (rows.length === 0) return <EmptyState text={text('没有数据', 'No data')} />
  return (
    <div
      ref={box}
      className="qt-virtual"
      role="grid"
      tabIndex={0}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={active >= 0 ? `qt-row-${active}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className="qt-virtual-head" role="row" style={{ gridTemplateColumns: template, minWidth: width }}>
        {selection ? (
          <span role="columnheader" className="qt-virtual-cell">
            <Checkbox
              aria-label={say(text('全选', 'Select all'))}
              checked={chosen.size > 0 && chosen.size === rows.length}
              indeterminate={chosen.size > 0 && chosen.size < rows.length}
              onChange={event => selection.onChange(event.target.checked ? rows.map(keyOf) : [])}
            />
          </span>
        ) : null}
        {shown.map((column, index) => (
          <span
            key={column.name}
            role="columnheader"
            className={cellClass(column, index)}
            title={say(column.title)}
            style={index === 0 && selection ? { left: checkWidth } : undefined}
          >
            {say(column.title)}
          </span>
        ))}
      </div>
      <div className="qt-virtual-body" style={{ height: virtual.getTotalSize(), minWidth: width }}>
        {items.map(({ index, start }) => {
          const row = rows[index]!
          const id = keyOf(row)
          return (
            <VirtualRow
              key={id}
              id={id}
              row={row}
              index={index}
              start={start}
              height={height}
              template={template}
              shown={shown as readonly ShownColumn<object>[]}
              active={index === active}
              chosen={selection ? chosen.has(id) : undefined}
              tone={rowTone?.(row)}
              onToggle={toggle}
              onActive={setActive}
            />
          )
        })}
      </div>
    </div>
  )
}
const cellClass = (column: ShownColumn<never>, index: number): string =>
  `qt-virtual-cell${column.end ? ' qt-end' : ''}${index === 0 ? ' qt-virtual-first' : ''}`

interface VirtualRowProps {
  id: string
  row: object
  index: number
  start: number
  height: number
  template: string
  shown: readonly ShownColumn<object>[]
  active: boolean
  chosen: boolean | undefined
  tone: StatusColour | undefined
  onToggle: (id: string) => void
  onActive: (index: number) => void
}
const VirtualRow = memo(
  function VirtualRow({
    id,
    row,
    index,
    start,
    height,
    template,
    shown,
    active,
    chosen,
    tone,
    onToggle,
    onActive,
  }: VirtualRowProps) {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the grid, which holds the focus
      <div
        id={`qt-row-${index}`}
        role="row"
        aria-rowindex={index + 2}
        aria-selected={chosen ?? active}
        className={`qt-virtual-row${active ? ' qt-active' : ''}${chosen ? ' qt-chosen' : ''}`}
        style={{
          transform: `translateY(${start}px)`,
          height,
          gridTemplateColumns: template,
          ...(tone ? { ['--qt-tone' as string]: `var(--qt-status-${tone}-bar)` } : {}),
        }}
        onClick={() => onActive(index)}
      >
        {chosen === undefined ? null : (
          <span className="qt-virtual-cell" role="gridcell">
            <Checkbox checked={chosen} onChange={() => onToggle(id)} aria-label={String(index + 1)} />
          </span>
        )}
        {shown.map((column, at) => (
          <span
            key={column.name}
            role="gridcell"
            className={cellClass(column as ShownColumn<never>, at)}
            style={at === 0 && chosen !== undefined ? { left: checkWidth } : undefined}
          >
            {column.cell(row)}
          </span>
        ))}
      </div>
    )
  },
  (before, after) =>
    before.row === after.row &&
    before.start === after.start &&
    before.height === after.height &&
    before.template === after.template &&
    before.shown === after.shown &&
    before.active === after.active &&
    before.chosen === after.chosen &&
    before.tone === after.tone,
)
