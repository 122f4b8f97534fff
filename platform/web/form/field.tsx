import type { RecordType } from '@qitao/core/record.ts'
import type { Text } from '@qitao/core/text.ts'
import { Form } from 'antd'
import { cloneElement, type ReactElement } from 'react'
import { useLanguage, useSay } from '../session/language.ts'
import { problemOf } from './field-check.ts'
import { FieldInput } from './field-input.tsx'
import type { PickedRow } from './pickers.ts'

interface FieldProps<R extends RecordType> {
  of: R
  name: keyof R['fields'] & string
  label?: Text
  disabled?: boolean
  /** An own input in place of the one of the kind; it gets value and onChange. */
  input?: ReactElement
  /** Takes the whole width of the form. */
  wide?: boolean
  /** Where the value stands in the form, when not under its name. */
  path?: readonly (string | number)[]
  onPick?: (value: unknown, picked: PickedRow | undefined) => void
  /** What to show for a reference before its record is loaded; by default the form's `x_name` or `x_code` beside it. */
  known?: string
  decimals?: number
  autoFocus?: boolean
}

/** A field of a record in an antd form: it knows title, limit, input and message from the record's declaration. */
export function Field<R extends RecordType>({
  of,
  name,
  label,
  disabled,
  input,
  wide = false,
  path,
  onPick,
  known,
  decimals,
  autoFocus,
}: FieldProps<R>) {
  const say = useSay()
  const language = useLanguage()
  const field = of.fields[name]
  const form = Form.useFormInstance()
  if (!field) throw new Error(`${of.name} has no field ${name}`)
  const base = name.replace(/_ids?$/, '')
  const beside = (form?.getFieldValue(`${base}_name`) ?? form?.getFieldValue(`${base}_code`)) as string | undefined
  return (
    <Form.Item
      name={(path ? [...path] : [name]) as (string | number)[]}
      label={say(label ?? field.title)}
      required={field.required && field.kind !== 'flag'}
      className={wide || field.kind === 'remark' ? 'qt-field qt-field-wide' : 'qt-field'}
      validateFirst
      validateTrigger={['onBlur', 'onSubmit']}
      rules={[
        {
          validator: async (_, value: unknown) => {
            const problem = problemOf(field, value, language)
            if (problem) throw new Error(problem)
          },
        },
      ]}
      {...(onPick
        ? {
            getValueFromEvent: (value: unknown, picked?: PickedRow) => {
              onPick(value, picked)
              return value
            },
          }
        : {})}
    >
      {input ? (
        cloneElement(input)
      ) : (
        // “Not disabled” would open it in a form that is only read.
        <FieldInput
          of={field}
          disabled={disabled || undefined}
          known={known ?? beside}
          decimals={decimals}
          autoFocus={autoFocus}
        />
      )}
    </Form.Item>
  )
}
