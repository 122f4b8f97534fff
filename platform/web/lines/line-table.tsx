// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the table is the grid of the ARIA pattern
import { PlusOutlined } from '@ant-design/icons'
import type { Field } from '@qitao/core/field.ts'
import { isLess, isQuantity, sum } from '@qitao/core/quantity.ts'
import type { RecordType } from '@qitao/core/record.ts'
import { type Language, type Text, text } from '@qitao/core/text.ts'
import { Button, Form } from 'antd'
import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { failureText } from '../call/failures.ts'
import { problemOf } from '../form/field-check.ts'
import { useOnlyRead } from '../form/only-read.ts'
import { type PickedRow, pickerOf } from '../form/pickers.ts'
import { useLanguage, useSay } from '../session/language.ts'
import { Quantity } from '../show/quantity.tsx'
import { uuid } from '../uuid.ts'
import { isNumeric, type LineCellSpec, type LineColumn, lineCells } from './line-columns.ts'
import { lineKeys, type Place } from './line-keys.ts'
import type { Line } from './line-marks.ts'
import { unreadOf, withValue } from './line-marks.ts'
import { withPastedWords } from './line-paste.ts'
import { problemsOf, useRefusedCell } from './line-problems.ts'
import { LineRow } from './line-row.tsx'
import { usePaste } from './use-line-paste.ts'
import './line-table.css'

export interface LineTableProps<L extends object> {
  /** Name of the list in the form. */
  name: string
  of: RecordType
  columns: readonly LineColumn<L>[]
  blank: () => L
  /** What follows from a change: names and units of a picked record, amounts. */
  change?: (line: L, changed: string, picked?: PickedRow) => L
  /** Most lines of one document. */
  most?: number
  /** The lines are given: they may be left out, and no others come. */
  fixed?: boolean
  /** Others come as copies of one that is there alone: a new one would be of nothing. */
  copied?: boolean
  title?: Text
}
const usualMost = 2000
const numberWidth = 40
const actsWidth = 68

/** Line items of a document: a grid for keyboard and spreadsheet paste, in the form around it. */
export function LineTable<L extends object>({ name, title, ...rest }: LineTableProps<L>) {
  const language = useLanguage()
  const { of, columns } = rest
  const readOnly = useOnlyRead()
  const [checked, setChecked] = useState(false)
  const cells = useMemo(() => lineCells(columns as readonly LineColumn<Line>[], of, readOnly), [columns, of, readOnly])
  return (
    <Form.Item
      name={name}
      className="qt-lines"
      // Once it was counted the count follows the rows.
      validateTrigger={checked ? 'onChange' : 'onSubmit'}
      rules={[
        {
          validator: async (_, lines: readonly Line[] | undefined) => {
            const wrong = (lines ?? []).flatMap((line, index) =>
              cells
                .filter(
                  cell =>
                    cell.editable(line) &&
                    (unreadOf(line)[cell.name] || (cell.field && problemOf(cell.field, line[cell.name], language))),
                )
                .map(({ title }) => ({ row: index + 1, title })),
            )
            setChecked(true)
            if (wrong.length > 0) throw new Error(wrongText(wrong)[language])
          },
        },
      ]}
    >
      <LineGrid
        {...(rest as unknown as Omit<LineTableProps<Record<string, unknown>>, 'name'>)}
        cells={cells}
        checked={checked}
      />
    </Form.Item>
  )
}
interface WrongCell {
  readonly row: number
  readonly title: Text
}
/** Cells that are named before the rest is only counted. */
const named = 3
/** Which cells are wrong; what is wrong stands at each. */
function wrongText(wrong: readonly WrongCell[]): Text {
  const count = wrong.length
  const first = wrong.slice(0, named)
  const more = count > named ? '…' : ''
  return {
    zh: `有 ${count} 个单元格需要修改：${first.map(({ row, title }) => `第${row}行「${title.zh}」`).join('、')}${more}`,
    en: `${count} ${count === 1 ? 'cell needs' : 'cells need'} attention: ${first.map(({ row, title }) => `row ${row} “${title.en}”`).join(', ')}${more}`,
  }
}

interface LineGridProps extends Omit<LineTableProps<Record<string, unknown>>, 'name' | 'columns'> {
  cells: readonly LineCellSpec<Line>[]
  checked: boolean
  value?: readonly Line[]
  onChange?: (lines: readonly Line[]) => void
  id?: string
}

function LineGrid({
  cells,
  checked,
  value,
  onChange,
  id,
  blank,
  change,
  most = usualMost,
  fixed = false,
  copied = false,
}: LineGridProps) {
  const say = useSay()
  const language = useLanguage()
  const readOnly = useOnlyRead()
  const lines = value ?? []
  const table = useRef<HTMLTableElement>(null)
  const [place, setPlace] = useState<Place>()
  const before = useRef<Line>(undefined)
  const refused = useRefusedCell(lines)
  const now = useRef({ lines, cells, place })
  now.current = { lines, cells, place }

  const give = (next: readonly Line[]) => {
    now.current.lines = next
    onChange?.(next)
  }
  const changed = (line: Line, name: string, given: unknown, picked?: PickedRow): Line => {
    const { refersTo } = cells.find(cell => cell.name === name)?.field ?? {}
    const next = withValue(line, name, given, picked && refersTo && pickerOf(refersTo).labelOf?.(picked))
    return change ? (change(next, name, picked) as Line) : next
  }
  const fresh = (from?: Line): Line => {
    const { id: _, row_version: __, ...rest } = (from ?? blank()) as Record<string, unknown>
    return { ...rest, _key: uuid() }
  }
  const add = () => {
    if (readOnly || fixed || copied || now.current.lines.length >= most) return
    give([...now.current.lines, fresh()])
    const first = cells.findIndex(cell => cell.editable({}))
    setPlace({ row: now.current.lines.length - 1, cell: Math.max(0, first), editing: true })
  }
  const takePasted = usePaste({
    cells,
    most: fixed || copied ? lines.length : most,
    fresh,
    changed,
    give,
    lines: () => now.current.lines,
  })
  // Rows are drawn again only when something of theirs changes: their callbacks stay the same.
  const call = useRef({ changed, fresh, give, most })
  call.current = { changed, fresh, give, most }
  const handlers = useMemo(
    () => ({
      onEnter: (row: number, cell: number) => {
        const line = now.current.lines[row]
        before.current = line
        setPlace({ row, cell, editing: Boolean(line && now.current.cells[cell]?.editable(line)) })
      },
      onChange: (row: number, name: string, given: unknown, picked?: PickedRow) => {
        const { lines: all } = now.current
        const line = all[row]
        if (line) {
          call.current.give(all.with(row, call.current.changed(line, name, given, picked)))
        }
        const { cells, place } = now.current
        const cell = cells.findIndex(one => one.name === name)
        const kind = cells[cell]?.field?.kind
        // What is chosen from a list is done with one click; typing goes on. Whoever has gone on to another cell stays there.
        if (
          (kind === 'choice' || kind === 'reference' || kind === 'day') &&
          place?.row === row &&
          place.cell === cell
        ) {
          setPlace({ ...place, editing: false })
          table.current?.focus()
        }
      },
      onCopy: (row: number) => {
        const { lines: all } = now.current
        if (all.length < call.current.most) call.current.give(all.toSpliced(row + 1, 0, call.current.fresh(all[row])))
      },
      onRemove: (row: number) => {
        call.current.give(now.current.lines.toSpliced(row, 1))
        setPlace(undefined)
      },
    }),
    [],
  )
  useEffect(() => {
    if (!place) return
    const cell = table.current?.rows[place.row + 1]?.cells[place.cell + 1]
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    if (!place.editing) table.current?.focus({ preventScroll: true })
  }, [place])

  const step = (rows: number, columns: number) => {
    if (!place) return setPlace({ row: 0, cell: 0, editing: false })
    const row = Math.max(0, Math.min(lines.length - 1, place.row + rows))
    const cell = Math.max(0, Math.min(cells.length - 1, place.cell + columns))
    setPlace({ row, cell, editing: false })
  }
  /** Tab goes through cells row by row and leaves the grid at its ends. */
  const tab = (back: boolean): boolean => {
    if (!place) return false
    const at = place.row * cells.length + place.cell + (back ? -1 : 1)
    if (at < 0 || at >= lines.length * cells.length) return false
    setPlace({ row: Math.floor(at / cells.length), cell: at % cells.length, editing: false })
    return true
  }
  const put = (given: unknown) => {
    const line = place && lines[place.row]
    const cell = place && cells[place.cell]
    if (line && cell?.editable(line)) handlers.onChange(place.row, cell.name, given)
  }
  const onKeyDown = lineKeys({
    place,
    lines,
    cells,
    setPlace,
    step,
    tab,
    put,
    add,
    edit: () => place && handlers.onEnter(place.row, place.cell),
    before,
    undo: row => before.current && before.current !== lines[row] && give(lines.with(row, before.current)),
  })
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    const many = /[\t\n]/.test(pasted.trimEnd())
    if (readOnly || !place || (place.editing && !many)) return
    const line = lines[place.row]
    const cell = cells[place.cell]
    const words = line && cell?.editable(line) ? withPastedWords(cell.field, line[cell.name], pasted) : undefined
    if (words !== undefined) {
      event.preventDefault()
      return put(words)
    }
    event.preventDefault()
    setPlace({ ...place, editing: false })
    void takePasted(pasted, place.row, place.cell)
  }
  const width = cells.reduce((sum, cell) => sum + cell.width, numberWidth + (readOnly ? 0 : actsWidth))
  const totals = cells.some(cell => cell.total)
  return (
    <div className="qt-line-box" id={id}>
      <table
        ref={table}
        role="grid"
        tabIndex={0}
        aria-rowcount={lines.length + 1}
        className="qt-line-table"
        style={{ width: `max(100%, ${width}px)` }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        // A press of the mouse says itself which cell is meant; only keys arrive at the first one.
        onFocus={event =>
          event.target === event.currentTarget &&
          event.target.matches(':focus-visible') &&
          !place &&
          lines.length > 0 &&
          setPlace({ row: 0, cell: 0, editing: false })
        }
        onBlur={event => {
          const to = event.relatedTarget as HTMLElement | null
          const inside =
            to && (event.currentTarget.contains(to) || to.closest('.ant-picker-dropdown, .ant-select-dropdown'))
          if (!inside && place?.editing) setPlace({ ...place, editing: false })
        }}
      >
        <colgroup>
          <col style={{ width: numberWidth }} />
          {cells.map(cell => (
            <col key={cell.name} style={{ width: cell.width }} />
          ))}
          {readOnly ? null : <col style={{ width: actsWidth }} />}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" aria-label={say(text('行号', 'Row'))} />
            {cells.map(cell => (
              <th key={cell.name} scope="col" className={isNumeric(cell.field) ? 'qt-end' : ''}>
                {say(cell.title)}
                {cell.field?.required && !readOnly ? <span className="qt-required"> *</span> : null}
              </th>
            ))}
            {readOnly ? null : <th scope="col" aria-label={say(text('操作', 'Actions'))} />}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <LineRow
              key={String(line._key ?? line.id ?? `line-${index}`)}
              line={line}
              index={index}
              cells={cells}
              active={place?.row === index ? place.cell : -1}
              editing={place?.row === index && place.editing}
              problems={problemsOf(line, cells, checked, language, {
                ...unreadProblems(line, language),
                ...(refused?.line === line ? { [refused.name]: failureText(refused.failure, language) } : {}),
              })}
              readOnly={readOnly}
              full={lines.length >= most}
              {...handlers}
              onCopy={fixed ? undefined : handlers.onCopy}
            />
          ))}
        </tbody>
        {totals && lines.length > 0 ? (
          <tfoot>
            <tr>
              <th scope="row">{say(text('合计', 'Σ'))}</th>
              {cells.map(cell => (
                <td key={cell.name} className="qt-end">
                  {cell.total ? (
                    <Quantity
                      value={totalOf(lines, cell)}
                      {...(cell.decimals === undefined ? {} : { decimals: cell.decimals })}
                    />
                  ) : null}
                </td>
              ))}
              {readOnly ? null : <td />}
            </tr>
          </tfoot>
        ) : null}
      </table>
      {readOnly ? null : (
        <div className="qt-line-foot">
          {fixed || copied ? null : (
            <Button
              type="dashed"
              size="small"
              icon={<PlusOutlined aria-hidden />}
              disabled={lines.length >= most}
              onClick={add}
            >
              {say(text('添加一行', 'Add a row'))}
            </Button>
          )}
          <span className="qt-secondary">
            {say(
              fixed || copied
                ? text('共 {count} 行', 'Rows: {count}')
                : text('共 {count} 行，可从 Excel 复制后粘贴', 'Rows: {count}. Rows copied in Excel can be pasted'),
              { count: lines.length },
            )}
          </span>
        </div>
      )}
    </div>
  )
}

const unreadProblems = (line: Line, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(unreadOf(line)).map(([name, { problem }]) => [name, problem[language]]))
/** What the field refuses counts for nothing. */
const totalOf = (lines: readonly Line[], { name, field }: { name: string; field: Field | undefined }): string =>
  sum(
    lines
      .map(line => String(line[name] ?? ''))
      .filter(value => isQuantity(value) && (!isLess(value, '0') || field?.schema.safeParse(value).success !== false)),
  )
