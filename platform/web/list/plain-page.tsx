import type { PlainCalls } from '@qitao/core/call.ts'
import type { Common, Fields, RecordOf, RecordType, ValuesOf } from '@qitao/core/record.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { ask, refresh, useCall } from '../call/use-call.ts'
import { saveWith, useCommand } from '../call/use-command.ts'
import { CustomFields } from '../form/custom-fields.tsx'
import { Field } from '../form/field.tsx'
import { FormDrawer } from '../form/form-drawer.tsx'
import { newOf } from '../form/new-of.ts'
import { useOpened } from '../form/use-opened.ts'
import { needing } from '../session/rights.ts'
import { useSession } from '../session/session.ts'
import { type Act, remove } from './act.ts'
import { NewButton } from './act-button.tsx'
import type { Column } from './columns.tsx'
import type { Filter } from './filters.ts'
import { ListPage, type ListView } from './list-page.tsx'

type RowOf<F extends Fields> = ValuesOf<F> & Common
/** What every row has: nothing below asks which record it is of. */
type AnyRow = Common
type AnyCalls = PlainCalls<Record<never, never>>
type Values = Record<string, unknown>
interface AnyPageProps extends Pick<PlainPageProps<Record<string, never>>, 'mayChange' | 'blank'> {
  rowActions?: (row: AnyRow) => readonly Act[]
  bulkActions?: (rows: readonly AnyRow[]) => readonly Act[]
  record: RecordType
  calls: AnyCalls
  filters?: readonly Filter<AnyCalls['list']>[]
  fields?: readonly string[]
  toolbar?: (list: ListView<AnyCalls['list']>) => ReactNode
  columns: readonly Column<AnyRow>[]
  name: (row: AnyRow) => string
}

interface PlainPageProps<F extends Fields> {
  record: RecordOf<F>
  calls: PlainCalls<F>
  columns: readonly Column<RowOf<F>>[]
  filters?: readonly Filter<PlainCalls<F>['list']>[]
  /** Fields of the form; by default all that can be written. */
  fields?: readonly (keyof F & string)[]
  /** What a record is called where it is named, as before deleting. */
  name: (row: RowOf<F>) => string
  /** A member without this page only reads. */
  mayChange?: { readonly path: string }
  /** What a new record begins with. */
  blank?: Readonly<Record<string, unknown>>
  /** What else is done with one, or with several that are chosen. */
  rowActions?: (row: RowOf<F>) => readonly Act[]
  bulkActions?: (rows: readonly RowOf<F>[]) => readonly Act[]
  /** Buttons before `New`. */
  toolbar?: (list: ListView<PlainCalls<F>['list']>) => ReactNode
}

/** Simple master data: a list and a form in a drawer. When it gains a rule, write its page out. */
export const PlainPage = <F extends Fields>(props: PlainPageProps<F>) => (
  <AnyPlainPage {...(props as unknown as AnyPageProps)} />
)

function AnyPlainPage({
  record,
  calls,
  columns,
  filters = ['keyword'],
  fields = writable(record),
  name,
  mayChange,
  blank = {},
  rowActions = () => [],
  bulkActions = () => [],
  toolbar,
}: AnyPageProps) {
  const { may } = useSession()
  const changes = mayChange === undefined || may(mayChange)
  const [edited, setEdited] = useState<AnyRow | 'new' | undefined>()
  const [open, setOpen] = useState(false)
  const refreshes = [calls.list, calls.detail]
  const [opened, setOpened] = useOpened()
  const linked = useCall(calls.detail, opened ? { id: opened } : null).data?.record
  useEffect(() => {
    if (linked) show(linked)
  }, [linked?.id])
  const close = () => {
    setOpen(false)
    if (opened) setOpened(undefined)
  }
  const add = useCommand(calls.add, { refreshes })
  const alter = useCommand(calls.alter, { refreshes })
  const drop = useCommand(calls.drop, { refreshes })
  const show = (row: AnyRow | 'new') => {
    setEdited(row)
    setOpen(true)
  }
  const old = edited === 'new' ? undefined : edited
  const chosen = (values: object) => pick(values, [...fields, 'custom'])
  const deletion = (rows: readonly AnyRow[]) => remove(rows.map(name), drop.with({ ids: rows.map(row => row.id) }))

  return (
    <>
      <ListPage
        call={calls.list}
        record={record}
        columns={columns.map((column, index) =>
          index > 0 || !changes
            ? column
            : { opens: (row: AnyRow) => show(row), ...(typeof column === 'string' ? { name: column } : column) },
        )}
        filters={filters}
        {...(changes
          ? {
              rowActions: (row: AnyRow) => [
                { title: text('编辑', 'Edit'), run: needing(calls.alter, () => show(row)) },
                ...rowActions(row),
                deletion([row]),
              ],
              bulkActions: (rows: readonly AnyRow[]) => [...bulkActions(rows), deletion(rows)],
            }
          : {})}
        toolbar={list => (
          <>
            {toolbar?.(list)}
            {changes ? <NewButton run={needing(calls.add, () => show('new'))} /> : null}
          </>
        )}
      />
      <FormDrawer
        open={open}
        title={frameTitle(record, old ? name(old) : undefined)}
        values={old ? pick(old, [...fields, 'custom']) : { ...blank }}
        save={
          old
            ? saveWith(alter, (values: Values) => ({ ...chosen(values), id: old.id, row_version: old.row_version }))
            : saveWith(add, (values: Values) => chosen(values) as Record<string, never>)
        }
        reload={async () => {
          if (!old) return
          await refresh(calls.list, calls.detail)
          setEdited((await ask(calls.detail, { id: old.id })).record)
          setOpen(false)
        }}
        onClose={close}
        history={old && { of: record, id: old.id }}
      >
        {fields.map((field, index) => (
          <Field key={field} of={record} name={field} autoFocus={index === 0} />
        ))}
        <CustomFields of={record} />
      </FormDrawer>
    </>
  )
}
const writable = (record: RecordType): string[] =>
  Object.entries(record.fields)
    .filter(([, field]) => !field.readOnly && field.kind !== 'list')
    .map(([name]) => name)
const pick = (from: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
const frameTitle = (record: RecordType, name: string | undefined): Text =>
  name === undefined ? newOf(record) : text(`${record.title.zh} ${name}`, `${record.title.en} ${name}`)
