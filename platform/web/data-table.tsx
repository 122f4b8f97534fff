import type { RecordType } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { Table, type TableProps } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Act } from './act.ts'
import { RowActs } from './act-button.tsx'
import { type Column, resolveColumns, type ShownColumn } from './columns.tsx'
import { useSay } from './language.ts'
import { usePageMemory } from './page-memory.ts'
import { useSize } from './use-size.ts'

export interface Selection {
  readonly ids: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  /** Why a row cannot be chosen. */
  readonly locked?: (id: string) => boolean
}
interface Sort {
  /** A field name; a leading minus turns the order round. */
  readonly by: string | undefined
  readonly onChange: (by: string | undefined) => void
}
interface DataTableProps<Row extends { readonly id: string }> {
  rows: readonly Row[]
  columns: readonly Column<Row>[] | { readonly shown: readonly ShownColumn<Row>[] }
  record?: RecordType
  rowActions?: ((row: Row) => readonly Act[]) | undefined
  selection?: Selection | undefined
  sort?: Sort | undefined
  /** Rows of an earlier answer are shown while others load. */
  loading?: boolean
  footer?: ReactNode
  empty?: ReactNode
}

/** Rows that are not tall: heading and rows scroll in one box, so that the heading and the first column stay. */
const headingHeight = 33
const shortestBox = 160
const actionsWidth = 168
const selectionWidth = 40

const isResolved = <Row,>(
  columns: DataTableProps<Row & { id: string }>['columns'],
): columns is { readonly shown: readonly ShownColumn<Row>[] } => 'shown' in columns

/** A page of rows: at most some hundreds. For more, `VirtualTable`. */
export function DataTable<Row extends { readonly id: string }>({
  rows,
  columns,
  record,
  rowActions,
  selection,
  sort,
  loading = false,
  footer,
  empty,
}: DataTableProps<Row>) {
  const say = useSay()
  const box = useRef<HTMLDivElement>(null)
  const { height, width } = useSize(box)
  const shown = isResolved<Row>(columns) ? columns.shown : resolveColumns(columns, record).filter(one => !one.hidden)
  const first = shown[0]
  const wide = width === 0 || width > 640
  const total =
    shown.reduce((sum, column) => sum + column.width, 0) +
    (rowActions ? actionsWidth : 0) +
    (selection ? selectionWidth : 0)
  useKeptScroll(box, rows.length > 0)

  const antColumns: TableProps<Row>['columns'] = shown.map(column => ({
    key: column.name,
    title: (
      <span className="qt-heading" title={say(column.title)}>
        {say(column.title)}
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
                preserveSelectedRowKeys: true,
                selectedRowKeys: [...selection.ids],
                onChange: keys => selection.onChange(keys.map(String)),
                getCheckboxProps: row => ({ disabled: selection.locked?.(row.id) ?? false }),
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
