import type { RecordType } from '@qitao/core/record.ts'
import type { Text } from '@qitao/core/text.ts'
import type { ReactNode } from 'react'
import { FieldValue } from '../list/columns.tsx'
import { customNamesOf, useFullRecord } from '../list/record-parts.ts'
import { useSay } from '../session/language.ts'

interface FactsProps<R extends RecordType> {
  of: R
  row: Readonly<Record<string, unknown>>
  names: readonly (keyof R['fields'] & string)[]
  /** Further lines after the fields. */
  more?: readonly { title: Text; value: ReactNode }[]
}
/** Fields of a record to read: titles and values in two columns; the company's own fields follow. */
export function Facts<R extends RecordType>({ of: known, row, names, more = [] }: FactsProps<R>) {
  const say = useSay()
  const of = useFullRecord(known)
  const custom = row.custom === undefined ? [] : customNamesOf(of)
  return (
    <dl className="qt-facts">
      {[...names, ...custom].map(name => (
        <Fact key={name} title={say(of.fields[name]!.title)}>
          <FieldValue field={of.fields[name]} kind={of.fields[name]!.kind} name={name} row={row} />
        </Fact>
      ))}
      {more.map(({ title, value }) => (
        <Fact key={title.zh} title={say(title)}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}
function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}
