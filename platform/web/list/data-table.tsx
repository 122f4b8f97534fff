import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { RecordType } from '@qitao/core/record.ts'
import { type Language, text } from '@qitao/core/text.ts'
import { Button, Table, type TableProps } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLanguage, useSay } from '../session/language.ts'
import { usePageMemory } from '../session/page-memory.ts'
import { usePhone } from '../show/use-phone.ts'
import { useSize } from '../show/use-size.ts'
import type { Act } from './act.ts'
import { actsRoom, RowActs } from './act-button.tsx'
import { CardRows } from './card-rows.tsx'
import { type Column, resolveColumns, type ShownColumn } from './columns.tsx'
import type { Selection, Sort } from './table-told.ts'
import '../show/records.css'

interface ResolvedColumns<Row> {
  readonly shown: readonly ShownColumn<Row>[]
  /** Keeps the width that a person has drawn, px. */
  readonly resize?: (name: string, width: number) => void
}
interface DataTableProps<Row extends { readonly id: string }> {
  rows: readonly Row[]
  columns: readonly Column<Row>[] | ResolvedColumns<Row>
  record?: RecordType
  rowActions?: ((row: Row) => readonly Act[]) | undefined
  selection?: Selection | undefined
  sort?: Sort | undefined
  /** Rows of an earlier answer are shown while others load. */
  loading?: boolean
  footer?: ReactNode
  empty?: ReactNode
  /** What a row unfolds to. */
  below?: ((row: Row) => ReactNode) | undefined
}

/** Rows that are not tall: heading and rows scroll in one box, so that the heading and the first column stay. */
const headingHeight = 33
const shortestBox = 160
/** px of the column of actions: what the widest of its rows takes. */
const actionsRoom = { least: 88, most: 240, padding: 16 }
const selectionWidth = 40
const unfoldWidth = 32

const isResolved = <Row,>(columns: DataTableProps<Row & { id: string }>['columns']): columns is ResolvedColumns<Row> =>
  'shown' in columns

function shownOf<Row extends { readonly id: string }>(
  columns: DataTableProps<Row>['columns'],
  record: RecordType | undefined,
  language: Language,
): readonly ShownColumn<Row>[] {
  return isResolved<Row>(columns) ? columns.shown : resolveColumns(columns, record, language).filter(one => !one.hidden)
}

/** A page of rows: at most some hundreds. For more, `VirtualTable`. */
export function DataTable<Row extends { readonly id: string }>(props: DataTableProps<Row>) {
  const isPhone = usePhone()
  const language = useLanguage()
  const { columns, record, loading = false } = props
  if (!isPhone) return <WideTable<Row> {...props} />
  return <CardRows<Row> {...props} columns={shownOf(columns, record, language)} loading={loading} />
}

function WideTable<Row extends { readonly id: string }>({
  rows,
  columns,
  record,
  rowActions,
  selection,
  sort,
  loading = false,
  footer,
  empty,
  below,
}: DataTableProps<Row>) {
  const say = useSay()
  const language = useLanguage()
  const box = useRef<HTMLDivElement>(null)
  const { height, width } = useSize(box)
  const resize = isResolved<Row>(columns) ? columns.resize : undefined
  const [drawn, draw] = useState<Readonly<Record<string, number>>>({})
  const shown = shownOf(columns, record, language).map(column => ({
    ...column,
    width: drawn[column.name] ?? column.width,
  }))
  const first = shown[0]
  const wide = width === 0 || width > 640
  const acts = rowActions ? rows.map(rowActions) : []
  const actionsWidth = Math.min(
    actionsRoom.most,
    Math.max(actionsRoom.least, ...acts.map(of => actsRoom(of, language) + actionsRoom.padding)),
  )
  const total =
    shown.reduce((sum, column) => sum + column.width, 0) +
    (rowActions ? actionsWidth : 0) +
    (selection ? selectionWidth : 0) +
    (below ? unfoldWidth : 0)
  useKeptScroll(box, rows.length > 0)
  useKeyboardPaths(box, rows.length > 0)

  const antColumns: TableProps<Row>['columns'] = shown.map(column => ({
    key: column.name,
    title: (
      <span className="qt-heading" title={say(column.title)}>
        {say(column.title)}
        {resize ? (
          <ResizeHandle
            width={column.width}
            onDraw={width => draw({ [column.name]: width })}
            onDrawn={width => {
              draw({})
              resize(column.name, width)
            }}
          />
        ) : null}
      </span>
    ),
    width: column.width,
    align: column.end ? 'end' : 'start',
    ellipsis: { showTitle: false },
    ...(column === first && wide ? { fixed: 'start' as const } : {}),
    ...(sort && column.sort
      ? {
          sorter: true,
          showSorterTooltip: false,
          sortOrder:
            sort.by === column.name ? ('ascend' as const) : sort.by === `-${column.name}` ? ('descend' as const) : null,
        }
      : {}),
    render: (_, row) => column.cell(row),
  }))
  if (rowActions) {
    antColumns.push({
      key: 'row actions',
      title: say(text('操作', 'Actions')),
      width: actionsWidth,
      ...(wide ? { fixed: 'end' as const } : {}),
      render: (_, row) => <RowActs acts={rowActions(row)} />,
    })
  }
  const rowNumbers = new Map(rows.map((row, index) => [row.id, index + 1]))
  const opens = shown.find(column => column.opens)?.opens
  const bodyHeight = height - headingHeight - (footer ? headingHeight : 0)
  return (
    <div ref={box} className={`qt-table${loading ? ' qt-waiting' : ''}`} aria-busy={loading}>
      <Table<Row>
        size="small"
        rowKey="id"
        tableLayout="fixed"
        dataSource={rows as Row[]}
        columns={antColumns}
        pagination={false}
        scroll={{ x: total, ...(bodyHeight > shortestBox ? { y: bodyHeight } : {}) }}
        onChange={(_, __, sorter) => {
          const one = Array.isArray(sorter) ? sorter[0] : sorter
          const name = String(one?.columnKey ?? '')
          sort?.onChange(one?.order ? `${one.order === 'descend' ? '-' : ''}${name}` : undefined)
        }}
        {...(selection
          ? {
              rowSelection: {
                columnWidth: selectionWidth,
                fixed: wide,
                selectedRowKeys: [...selection.ids],
                onChange: keys => selection.onChange(keys.map(String)),
                getTitleCheckboxProps: () => ({ 'aria-label': say(text('选择本页全部', 'Select all on this page')) }),
                getCheckboxProps: row => ({
                  disabled: selection.locked?.(row.id) ?? false,
                  'aria-label': say(text('选择第{row}行', 'Select row {row}'), { row: rowNumbers.get(row.id) }),
                }),
              },
            }
          : {})}
        {...(below
          ? {
              expandable: {
                columnWidth: unfoldWidth,
                fixed: wide,
                expandedRowRender: below,
                expandIcon: ({ expanded, onExpand, record: row }) => (
                  <UnfoldButton open={expanded} onPress={event => onExpand(row, event)} />
                ),
              },
            }
          : {})}
        onRow={row => ({
          tabIndex: -1,
          onKeyDown: event => {
            if (event.key === 'Enter' && event.target === event.currentTarget) void opens?.(row)
          },
        })}
        locale={{ emptyText: empty ?? <span /> }}
        {...(footer ? { footer: () => footer } : {})}
      />
    </div>
  )
}

/** Shows what is below a row, or hides it. */
export function UnfoldButton({
  open,
  onPress,
}: {
  open: boolean
  onPress: (event: React.MouseEvent<HTMLElement>) => void
}) {
  const say = useSay()
  return (
    <Button
      type="text"
      size="small"
      icon={open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
      aria-expanded={open}
      aria-label={say(open ? text('收起', 'Fold') : text('展开', 'Unfold'))}
      onClick={onPress}
    />
  )
}

interface ResizeHandleProps {
  width: number
  onDraw: (width: number) => void
  onDrawn: (width: number) => void
}
/** Narrowest column that can be drawn, px. */
const narrowest = 48
/** The right edge of a heading: drawn with the pointer. The column settings restore the width. */
function ResizeHandle({ width, onDraw, onDrawn }: ResizeHandleProps) {
  const from = useRef<{ x: number; width: number }>(undefined)
  const at = (x: number) => Math.max(narrowest, from.current!.width + x - from.current!.x)
  return (
    <span
      className="qt-resize"
      aria-hidden
      onClick={event => event.stopPropagation()}
      onPointerDown={event => {
        event.preventDefault()
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, width }
      }}
      onPointerMove={event => from.current && onDraw(at(event.clientX))}
      onPointerUp={event => {
        if (!from.current) return
        const drawn = at(event.clientX)
        const moved = drawn !== from.current.width
        from.current = undefined
        if (moved) onDrawn(drawn)
      }}
      onPointerCancel={() => {
        if (from.current) onDraw(from.current.width)
        from.current = undefined
      }}
    />
  )
}

/**
 * The row that antd measures repeats the headings with their controls: nothing in it takes the focus. A table without rows has
 * nothing to focus, so its box takes the keys that scroll it.
 */
function useKeyboardPaths(box: React.RefObject<HTMLElement | null>, filled: boolean): void {
  useEffect(() => {
    for (const row of box.current?.querySelectorAll('.ant-table-measure-row') ?? []) row.setAttribute('inert', '')
    const body = box.current?.querySelector('.ant-table-body, .ant-table-content')
    if (filled) body?.removeAttribute('tabindex')
    else body?.setAttribute('tabindex', '0')
  })
}

/** Coming back to a tab finds the rows where they were. */
function useKeptScroll(box: React.RefObject<HTMLElement | null>, filled: boolean): void {
  const [top, keepTop] = usePageMemory('scroll', 0)
  const restored = useRef(false)
  useEffect(() => {
    const body = box.current?.querySelector<HTMLElement>('.ant-table-body')
    if (!body || !filled) return
    if (!restored.current) {
      restored.current = true
      body.scrollTop = top
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = setTimeout(() => keepTop(body.scrollTop), 200)
    }
    body.addEventListener('scroll', keep, { passive: true })
    return () => {
      clearTimeout(timer)
      body.removeEventListener('scroll', keep)
    }
  }, [box, filled, top, keepTop])
}

/** `j` and `k` walk through the rows of the page, Enter opens one. */
export function focusRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.qt-table tr.ant-table-row')]
  const now = rows.indexOf(document.activeElement as HTMLElement)
  const next = now < 0 ? (by > 0 ? rows[0] : rows.at(-1)) : rows[now + by]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
