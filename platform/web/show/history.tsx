import { HistoryOutlined } from '@ant-design/icons'
import { isCustomName, withCustomInside } from '@qitao/core/custom.ts'
import type { RecordType } from '@qitao/core/record.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { Button, Drawer } from 'antd'
import { useEffect, useState } from 'react'
import { useCall } from '../call/use-call.ts'
import { pickerOf } from '../form/pickers.ts'
import { FieldValue } from '../list/columns.tsx'
import { Pager } from '../list/list-page.tsx'
import { recordCalls, useFullRecord } from '../list/record-parts.ts'
import { useSay } from '../session/language.ts'
import { drawerWidth } from './drawer-width.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { Instant } from './instant.tsx'
import { RowsSkeleton } from './skeleton.tsx'
import './records.css'

export interface HistoryOf {
  readonly of: RecordType
  readonly id: string
  /** The table that keeps the record, where it has another name. */
  readonly table?: string
}
const title = text('修改记录', 'History')

/** Opens who changed what of a record. Draws nothing for records that show no history. */
export function HistoryButton({ of, id, table = of.name }: HistoryOf) {
  const say = useSay()
  const [open, setOpen] = useState(false)
  if (!recordCalls().hasHistory(table)) return null
  return (
    <>
      <Button type="text" disabled={false} icon={<HistoryOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {say(title)}
      </Button>
      <Drawer open={open} title={say(title)} size={drawerWidth} onClose={() => setOpen(false)} destroyOnHidden>
        <History of={of} id={id} table={table} />
      </Drawer>
    </>
  )
}

const operations: Readonly<Record<string, Text>> = {
  INSERT: text('新建', 'Created'),
  UPDATE: text('修改', 'Changed'),
  DELETE: text('删除', 'Deleted'),
}
const lineOperations: Readonly<Record<string, Text>> = {
  INSERT: text('增加第{no}行', 'Line {no} added'),
  UPDATE: text('修改第{no}行', 'Line {no} changed'),
  DELETE: text('删除第{no}行', 'Line {no} removed'),
}
const pageSize = 20

/** Changes of a record, the latest first: fields by their titles, references by what people call them. */
function History({ of, id, table }: Required<HistoryOf>) {
  const say = useSay()
  const full = useFullRecord(of)
  const [page, setPage] = useState(1)
  const found = useCall(
    recordCalls().history,
    { table_name: table, row_id: id, page, page_size: pageSize },
    { keepPrevious: true },
  )
  if (found.error && !found.data) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <RowsSkeleton rows={4} />
  const entries = found.data.result
    .map(entry => {
      const told = entry.line ? (recordCalls().linesOf(table) ?? full) : full
      return { ...entry, told, changes: entry.changes.flatMap(change => byField(told, change)) }
    })
    .filter(entry => entry.operation !== 'UPDATE' || entry.changes.length > 0)
  if (entries.length === 0) return <EmptyState text={text('没有修改记录', 'Nothing was changed')} />
  return (
    <>
      <ol className="qt-history">
        {entries.map((entry, index) => (
          <li key={`${entry.at} ${index}`}>
            <p>
              <Instant at={entry.at} /> <strong>{entry.user_name ?? say(text('系统', 'System'))}</strong>{' '}
              {entry.line ? (
                <>
                  {say(lineOperations[entry.operation] ?? title, { no: entry.line.no })}{' '}
                  <ReferenceName record="material" id={entry.line.material_id} />
                </>
              ) : (
                say(operations[entry.operation] ?? title)
              )}
            </p>
            {entry.operation === 'DELETE' ? null : (
              <dl>
                {entry.changes.map(change => (
                  <div key={change.field}>
                    <dt>{say(entry.told.fields[change.field]!.title)}</dt>
                    <dd>
                      {entry.operation === 'INSERT' ? null : (
                        <>
                          <Value of={entry.told} name={change.field} value={change.before} />
                          {' → '}
                        </>
                      )}
                      <Value of={entry.told} name={change.field} value={change.after} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ol>
      {found.data.total > pageSize ? (
        <Pager fixed page={page} size={pageSize} total={found.data.total} onChange={setPage} />
      ) : null}
    </>
  )
}

type FieldChange = { readonly field: string; readonly before?: unknown; readonly after?: unknown }
/** Only fields that people know; the company's own ones each by itself. Blank ones of a new record are left out. */
function byField(full: RecordType, change: FieldChange): FieldChange[] {
  if (change.field !== 'custom') {
    const known = full.fields[change.field] !== undefined && !blank(change)
    return known ? [change] : []
  }
  const [before, after] = [valuesOf(change.before), valuesOf(change.after)]
  return Object.keys(full.fields)
    .filter(isCustomName)
    .map(field => {
      const key = field.slice('custom.'.length)
      return { field, before: before[key] ?? null, after: after[key] ?? null }
    })
    .filter(one => one.before !== one.after)
}
const valuesOf = (value: unknown) => (value ?? {}) as Readonly<Record<string, unknown>>
const blank = ({ before, after }: FieldChange): boolean => isEmpty(before) && isEmpty(after)
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function Value({ of, name, value }: { of: RecordType; name: string; value: unknown }) {
  const field = of.fields[name]!
  if (field.kind === 'reference' && field.refersTo && typeof value === 'string') {
    return <ReferenceName record={field.refersTo} id={value} />
  }
  if (field.kind === 'list' || field.kind === 'references') {
    return <>{Array.isArray(value) ? value.length : value === null ? '—' : '…'}</>
  }
  // Decimals come from the stored row as numbers.
  const isDecimal = field.kind === 'quantity' || field.kind === 'money'
  const shown = isDecimal && typeof value === 'number' ? String(value) : value
  return <FieldValue field={field} kind={field.kind} name={name} row={withCustomInside({ [name]: shown })} />
}

/** What people call a record that is known by its id only. */
export function ReferenceName({ record, id }: { record: string; id: string }) {
  const [name, setName] = useState<string>()
  useEffect(() => {
    let wanted = true
    void pickerOf(record)
      .nameOf?.(id)
      .then(found => wanted && setName(found))
    return () => {
      wanted = false
    }
  }, [record, id])
  return <span>{name ?? '…'}</span>
}
