import type { AnyCall, In, Out } from '@qitao/core/call.ts'
import { pageSizes } from '@qitao/core/page.ts'
import type { RecordType } from '@qitao/core/record.ts'
import type { Statuses } from '@qitao/core/status.ts'
import { text, withinSentence } from '@qitao/core/text.ts'
import { Button, Pagination } from 'antd'
import type { ReactNode } from 'react'
import { refresh, useCall } from '../call/use-call.ts'
import { useRows } from '../call/use-rows.ts'
import { useHotkeys } from '../frame/hotkeys.ts'
import { useLanguage, useSay } from '../session/language.ts'
import { EmptyState } from '../show/empty-state.tsx'
import { ErrorState } from '../show/error-state.tsx'
import { RowsSkeleton } from '../show/skeleton.tsx'
import type { Act } from './act.ts'
import { ActButton } from './act-button.tsx'
import { ColumnSettingsButton, useColumnSettings, useListName } from './column-settings.tsx'
import { type Column, resolveColumns, type ShownColumn } from './columns.tsx'
import { DataTable, focusRow } from './data-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { customFilters, type Filter, type ShownFilter } from './filters.ts'
import { useListState } from './list-state.ts'
import { customNamesOf, useFullRecord } from './record-parts.ts'
import { SavedViews } from './saved-views.tsx'
import { useSelection } from './selection.ts'
import { StatusBar } from './status-bar.tsx'

type RowOf<C> = Out<C> extends { result: (infer R)[] } ? R : never
type Identified = { readonly id: string }

/** Counts above the list; a click on one fills the filter with its codes. */
interface StatusBarOf<C extends AnyCall, S extends AnyCall> {
  /** Wire name of the filter that takes a list of codes. */
  readonly filter: keyof In<C> & string
  // biome-ignore lint/suspicious/noExplicitAny: states of any document
  readonly table: Statuses<any, any, any>
  /** Asked with the filters of the list, without this one and without paging. */
  readonly call: S
  readonly count: (counts: Out<S>, state: { readonly key: string; readonly code: number | string }) => number
}

/** What buttons of the toolbar may use. */
export interface ListView<C extends AnyCall> {
  /** Filters without paging, as exports want them. */
  readonly input: In<C>
  /** As the list is sorted now. */
  readonly orderBy: string | undefined
  readonly rows: readonly RowOf<C>[]
  readonly total: number
  readonly selected: readonly RowOf<C>[]
  readonly columns: readonly ShownColumn<RowOf<C>>[]
  refresh(): void
  clear(): void
}

interface ListPageProps<C extends AnyCall, S extends AnyCall> {
  call: C
  record: RecordType
  columns: readonly Column<RowOf<C>>[]
  filters?: readonly Filter<C>[]
  statusBar?: StatusBarOf<C, S>
  rowActions?: (row: RowOf<C>) => readonly Act[]
  bulkActions?: (rows: readonly RowOf<C>[]) => readonly Act[]
  toolbar?: (list: ListView<C>) => ReactNode
  /** What a row unfolds to. */
  below?: ((row: RowOf<C>) => ReactNode) | undefined
}

/**
 * A list of records, paged by the server. A page that needs a tenth property composes `useListState`, `FilterBar`,
 * `StatusBar`, `DataTable` and `Pager` itself, as this one does.
 */
export function ListPage<C extends AnyCall, S extends AnyCall = AnyCall>({
  call,
  record: known,
  columns: given,
  filters: wanted = [],
  statusBar,
  rowActions,
  bulkActions,
  toolbar,
  below,
}: ListPageProps<C, S>) {
  type Row = RowOf<C> & Identified
  const say = useSay()
  const record = useFullRecord(known)
  const columns = [...given, ...(customNamesOf(record) as unknown as Column<RowOf<C>>[])]
  const filters = [...wanted, ...(customFilters(record) as Filter<C>[])]
  const ownFilter = barFilter(statusBar, filters)
  const state = useListState<C>(record, filters, ownFilter)
  const rows = useRows(call, state.input, last => state.turn(last, state.size))
  const listName = useListName(record.name)
  const language = useLanguage()
  const settings = useColumnSettings<Row>(resolveColumns(columns as readonly Column<Row>[], record, language), listName)
  const list = ((rows.data as { result?: Row[] } | undefined)?.result ?? []) as Row[]
  const selection = useSelection(JSON.stringify([call.path, state.input]), list)
  const selected = selection.rows
  const total = (rows.data as { total?: number } | undefined)?.total ?? 0
  const again = () => void refresh(call, ...(statusBar ? [statusBar.call] : []))
  useHotkeys({
    j: () => focusRow(1),
    k: () => focusRow(-1),
    '/': () => document.querySelector<HTMLInputElement>('[data-search=main]')?.focus(),
    r: again,
  })
  const view = {
    input: state.asked,
    orderBy: state.orderBy,
    rows: list,
    total,
    selected,
    columns: settings.shown,
    refresh: again,
    clear: selection.clear,
  } as unknown as ListView<C>

  return (
    <div className="qt-page">
      <div className="qt-list-head">
        <FilterBar
          filters={state.filters.filter(filter => filter.name !== ownFilter[0]?.name)}
          values={state.values}
          filtered={state.filtered}
          onChange={state.filter}
          onClear={state.clear}
        />
        <div className="qt-toolbar">
          {toolbar?.(view)}
          <SavedViews list={listName} columns={settings.chosen} onColumns={settings.choose} />
          <ColumnSettingsButton settings={settings} />
        </div>
      </div>
      {statusBar ? (
        <Counts
          of={statusBar}
          asked={state.asked}
          selected={(state.values[statusBar.filter] as readonly unknown[] | undefined) ?? []}
          onSelect={codes => state.filter({ [statusBar.filter]: codes })}
        />
      ) : null}
      {bulkActions && selected.length > 0 ? (
        <BulkBar count={selected.length} acts={bulkActions(selected)} onClear={selection.clear} />
      ) : null}
      {rows.error && !rows.data ? (
        <ErrorState failure={rows.error} retry={rows.refetch} />
      ) : rows.isPending ? (
        <RowsSkeleton />
      ) : (
        <DataTable<Row>
          rows={list}
          columns={settings}
          rowActions={rowActions as ((row: Row) => readonly Act[]) | undefined}
          selection={bulkActions ? { ids: selection.ids, onChange: selection.choose } : undefined}
          sort={{ by: state.orderBy, onChange: state.sort }}
          below={below as ((row: Row) => ReactNode) | undefined}
          loading={rows.isPlaceholderData}
          empty={
            state.filtered ? (
              <EmptyState
                text={text('没有符合条件的数据', 'Nothing matches these filters')}
                next={<Button onClick={state.clear}>{say(text('清空条件', 'Clear all'))}</Button>}
              />
            ) : (
              <EmptyState text={{ zh: `还没有${record.title.zh}`, en: `No ${withinSentence(record.title.en)} yet` }} />
            )
          }
        />
      )}
      <Pager page={state.page} size={state.size} total={rows.data && total} onChange={state.turn} />
    </div>
  )
}

/** The status bar is a filter of its own, unless the page lists it among its filters. */
const barFilter = <C extends AnyCall, S extends AnyCall>(
  bar: StatusBarOf<C, S> | undefined,
  given: readonly Filter<C>[],
): ShownFilter[] =>
  !bar || given.some(filter => (typeof filter === 'string' ? filter : filter.name) === bar.filter)
    ? []
    : [{ name: bar.filter, kind: 'choice', title: text('状态', 'Status'), many: true, options: bar.table.list }]

function Counts<C extends AnyCall, S extends AnyCall>({
  of,
  asked,
  selected,
  onSelect,
}: {
  of: StatusBarOf<C, S>
  asked: In<C>
  selected: readonly unknown[]
  onSelect: (codes: readonly unknown[]) => void
}) {
  const { [of.filter]: _, ...others } = asked as Record<string, unknown>
  const counts = useCall(of.call, others as In<S>, { keepPrevious: true })
  const states = of.table.list
  return (
    <StatusBar
      segments={states.map(state => ({
        key: state.key,
        title: state,
        colour: state.colour,
        count: counts.data === undefined ? undefined : of.count(counts.data, state),
      }))}
      selected={states.filter(state => selected.includes(state.code)).map(state => state.key)}
      onSelect={keys => onSelect(states.filter(state => keys.includes(state.key)).map(state => state.code))}
    />
  )
}

function BulkBar({ count, acts, onClear }: { count: number; acts: readonly Act[]; onClear: () => void }) {
  const say = useSay()
  return (
    <section className="qt-bulk" aria-label={say(text('批量操作', 'Bulk actions'))}>
      <span aria-live="polite">{say(text('已选 {count} 条', '{count} selected'), { count })}</span>
      {acts.map(act => (
        <ActButton key={act.title.zh} act={act} size="small" />
      ))}
      <Button type="link" size="small" onClick={onClear}>
        {say(text('取消选择', 'Clear selection'))}
      </Button>
    </section>
  )
}

interface PagerProps {
  page: number
  size: number
  /** Undefined: not known yet; the pager keeps its place. */
  total: number | undefined
  /** The size of a page is not for choosing: small lists in drawers. */
  fixed?: boolean
  onChange: (page: number, size: number) => void
}
export function Pager({ page, size, total, fixed = false, onChange }: PagerProps) {
  const say = useSay()
  if (total === undefined) return <div className="qt-pager" />
  return (
    <Pagination
      className="qt-pager"
      size="small"
      current={page}
      pageSize={size}
      total={total}
      pageSizeOptions={[...pageSizes]}
      showSizeChanger={!fixed}
      showQuickJumper={total > size * 5}
      responsive
      showTotal={all => say(text('共 {all} 条', '{all} in all'), { all: all.toLocaleString('en-US') })}
      onChange={(next, nextSize) => onChange(nextSize === size ? next : 1, nextSize)}
    />
  )
}
