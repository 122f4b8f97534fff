import type { Field } from '@qitao/core/field.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { FieldValue } from '@qitao/platform/web/list/columns.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { showMoLog } from '../../model/mo/mo.calls.ts'
import { mo } from '../../model/mo/mo.record.ts'
import '../manufacturing.css'

type Values = Readonly<Record<string, unknown>> | null
/** Fields that people know: the record's own; keys of other records are not shown. */
const fields = mo.fields as Readonly<Record<string, Field | undefined>>
const told = (name: string): boolean => fields[name] !== undefined && fields[name]?.kind !== 'reference'

/** Who changed what of a work order, the latest first. */
export function MoLog({ mo_id }: { mo_id: string }) {
  const say = useSay()
  const log = useCall(showMoLog, { mo_id })
  if (log.error && !log.data) return <ErrorState failure={log.error} retry={log.refetch} />
  if (!log.data) return <FormSkeleton />
  const entries = log.data.result
    .map(entry => ({ ...entry, before: entry.before as Values, after: entry.after as Values }))
    .map(entry => ({ ...entry, names: Object.keys(entry.after ?? {}).filter(told) }))
    .filter(entry => entry.before === null || entry.names.length > 0)
  if (entries.length === 0) return <EmptyState text={text('没有变更记录', 'Nothing was changed')} />
  return (
    <ul className="qt-items">
      {entries.map(entry => (
        <li key={`${entry.time} ${JSON.stringify(entry.after)}`} className="qt-item">
          <div className="qt-item-head">
            <span>
              <Instant at={entry.time} /> {entry.user ?? say(text('系统', 'System'))}
            </span>
            {entry.before === null ? <span>{say(text('新建', 'Created'))}</span> : null}
          </div>
          {entry.before === null
            ? null
            : entry.names.map(name => (
                <div key={name}>
                  <span className="qt-secondary">{say(titleOf(name))}</span> <Value name={name} of={entry.before} /> →{' '}
                  <Value name={name} of={entry.after} />
                </div>
              ))}
        </li>
      ))}
    </ul>
  )
}
const titleOf = (name: string): Text => fields[name]?.title ?? { zh: name, en: name }
function Value({ name, of }: { name: string; of: Values }) {
  const value = of?.[name]
  // Numbers come from the stored row as they are.
  const row = { [name]: typeof value === 'number' && fields[name]?.kind === 'quantity' ? String(value) : value }
  return <FieldValue field={fields[name]} kind={fields[name]?.kind} name={name} row={row} />
}
