import { text } from '@qitao/core/text.ts'
import { Checkbox, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSay } from '../session/language.ts'
import type { Act } from './act.ts'
import { RowActs } from './act-button.tsx'
import type { ShownColumn } from './columns.tsx'
import type { Selection, Sort } from './table-told.ts'

/** Columns that a card shows at once, besides its heading; the others unfold. */
const atOnce = 6

interface CardRowsProps<Row extends { readonly id: string }> {
  rows: readonly Row[]
  columns: readonly ShownColumn<Row>[]
  rowActions?: ((row: Row) => readonly Act[]) | undefined
  selection?: Selection | undefined
  sort?: Sort | undefined
  loading: boolean
  footer?: ReactNode
  empty?: ReactNode
  below?: ((row: Row) => ReactNode) | undefined
}
/** The rows of a table on a phone: one under the other, each with the headings of its values. */
export function CardRows<Row extends { readonly id: string }>({
  rows,
  columns,
  rowActions,
  selection,
  sort,
  loading,
  footer,
  empty,
  below,
}: CardRowsProps<Row>) {
  const say = useSay()
  const [first, ...others] = columns
  if (rows.length === 0) return <div className="qt-cards-none">{empty}</div>
  return (
    <div className={`qt-cards${loading ? ' qt-waiting' : ''}`} aria-busy={loading}>
      <CardTools rows={rows} columns={columns} selection={selection} sort={sort} />
      <ul>
        {rows.map((row, index) => (
          <li key={row.id}>
            <header>
              {selection ? (
                <Checkbox
                  checked={selection.ids.includes(row.id)}
                  disabled={selection.locked?.(row.id) ?? false}
                  aria-label={say(text('选择第{row}行', 'Select row {row}'), { row: index + 1 })}
                  onChange={({ target }) =>
                    selection.onChange(
                      target.checked ? [...selection.ids, row.id] : selection.ids.filter(id => id !== row.id),
                    )
                  }
                />
              ) : null}
              <strong>{first?.cell(row)}</strong>
            </header>
            <Values row={row} columns={others.slice(0, atOnce)} />
            {others.length > atOnce ? (
              <details>
                <summary>{say(text('更多', 'More'))}</summary>
                <Values row={row} columns={others.slice(atOnce)} />
              </details>
            ) : null}
            {below ? <Below row={row} below={below} /> : null}
            {rowActions ? (
              <footer>
                <RowActs acts={rowActions(row)} />
              </footer>
            ) : null}
          </li>
        ))}
      </ul>
      {footer}
    </div>
  )
}

/** What a row unfolds to is asked for once somebody wants it. */
function Below<Row>({ row, below }: { row: Row; below: (row: Row) => ReactNode }) {
  const say = useSay()
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{say(text('明细', 'Lines'))}</summary>
      {open ? below(row) : null}
    </details>
  )
}

function Values<Row>({ row, columns }: { row: Row; columns: readonly ShownColumn<Row>[] }) {
  const say = useSay()
  return (
    <dl>
      {columns.map(column => (
        <div key={column.name}>
          <dt>{say(column.title)}</dt>
          <dd>{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What the headings of a table offer: all rows at once, and the order. */
function CardTools<Row extends { readonly id: string }>({
  rows,
  columns,
  selection,
  sort,
}: Pick<CardRowsProps<Row>, 'rows' | 'columns' | 'selection' | 'sort'>) {
  const say = useSay()
  const sortable = columns.filter(column => column.sort)
  if (!selection && (!sort || sortable.length === 0)) return null
  const free = rows.map(row => row.id).filter(id => !selection?.locked?.(id))
  const chosen = free.filter(id => selection?.ids.includes(id))
  return (
    <div className="qt-card-tools">
      {selection ? (
        <Checkbox
          checked={chosen.length > 0 && chosen.length === free.length}
          indeterminate={chosen.length > 0 && chosen.length < free.length}
          onChange={({ target }) => selection.onChange(target.checked ? free : [])}
        >
          {say(text('选择本页全部', 'Select all on this page'))}
        </Checkbox>
      ) : null}
      {sort && sortable.length > 0 ? (
        <Select<string>
          allowClear
          value={sort.by ?? null}
          placeholder={say(text('排序', 'Order'))}
          aria-label={say(text('排序', 'Order'))}
          onChange={by => sort.onChange(by)}
          options={sortable.flatMap(({ name, title }) => [
            { value: name, label: `${say(title)} ↑` },
            { value: `-${name}`, label: `${say(title)} ↓` },
          ])}
        />
      ) : null}
    </div>
  )
}
