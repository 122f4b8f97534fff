import { customName } from '@qitao/core/custom.ts'
import type { RecordType } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { customNamesOf, useFullRecord } from '../list/record-parts.ts'
import { Field } from './field.tsx'
import { Section } from './section.tsx'

const pathOf = (name: string): string[] => ['custom', name.slice(customName('').length)]

/** Inputs of the company's own fields; nothing when it has none. */
export function CustomFields({ of }: { of: RecordType }) {
  const full = useFullRecord(of)
  return customNamesOf(full).map(name => <Field key={name} of={full} name={name} path={pathOf(name)} />)
}
export function CustomFieldsSection({ of }: { of: RecordType }) {
  const full = useFullRecord(of)
  if (customNamesOf(full).length === 0) return null
  return (
    <Section title={text('自定义字段', 'Custom fields')}>
      <CustomFields of={of} />
    </Section>
  )
}
