import { text } from '@qitao/core/text.ts'
import { useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { methodCalls } from '../../model/scheme/method.calls.ts'
import { defectClass, itemKind, type QcItemInput, qcItem, qcMethod } from '../../model/scheme/method.record.ts'
import { methodAnswers } from '../refreshes.ts'

type Item = { [K in keyof QcItemInput]: QcItemInput[K] | null } & { id?: string }
interface MethodForm {
  code: string | null
  name: string | null
  remark: string | null
  lines: Item[]
}
const blankItem = (): Item => ({
  ...{ name: null, kind: itemKind.codes.pass_fail, defect_class: defectClass.codes.major, standard: null },
  ...{
    lower_limit: null,
    upper_limit: null,
    unit: null,
    choices: null,
    good_choices: null,
    tool: null,
    required: true,
  },
})
const itemNames = Object.keys(blankItem()) as (keyof Item)[]
const wire = ({ code, name, remark, lines }: MethodForm, copy: boolean) => ({
  ...{ code, name, remark },
  lines: lines.map(line => ({
    ...Object.fromEntries(itemNames.map(field => [field, line[field] ?? null])),
    ...(line.id && !copy ? { id: line.id } : {}),
  })),
})

/** New, changed or copied method with its characteristics. */
export function MethodDialog({ id, copy = false, onClose }: { id?: string; copy?: boolean; onClose: () => void }) {
  const found = useDocument(methodCalls.detail, id ? { id } : null)
  const add = useCommand(methodCalls.add, { refreshes: methodAnswers })
  const alter = useCommand(methodCalls.alter, { refreshes: methodAnswers })
  const record = found.data?.record
  if (id && !record) return null
  const values: MethodForm = record
    ? { ...record, ...(copy ? { code: null } : {}), lines: found.data!.lines as Item[] }
    : { code: null, name: null, remark: null, lines: [blankItem()] }
  const altered = record && !copy ? record : undefined
  return (
    <DialogForm<MethodForm>
      open
      wide
      title={
        altered ? text(`质检方法 ${altered.code}`, `QC method ${altered.code}`) : text('新建质检方法', 'New QC method')
      }
      values={values}
      save={
        altered
          ? saveWith(alter, (form: MethodForm) => ({
              ...wire(form, copy),
              id: altered.id,
              row_version: altered.row_version,
            }))
          : saveWith(add, (form: MethodForm) => wire(form, copy))
      }
      reload={async () => {
        await found.refetch()
        onClose()
      }}
      onClose={onClose}
      history={altered ? { of: qcMethod, id: altered.id } : undefined}
    >
      <Section>
        <Field of={qcMethod} name="code" autoFocus />
        <Field of={qcMethod} name="name" />
        <Field of={qcMethod} name="remark" />
      </Section>
      <LineTable<Item>
        name="lines"
        of={qcItem}
        title={text('质检项', 'Items')}
        most={200}
        blank={blankItem}
        columns={[
          { name: 'name', width: 140 },
          { name: 'kind', width: 120 },
          { name: 'lower_limit', width: 84, readOnly: line => line.kind !== itemKind.codes.number },
          { name: 'upper_limit', width: 84, readOnly: line => line.kind !== itemKind.codes.number },
          { name: 'unit', width: 64 },
          { name: 'choices', width: 150, readOnly: line => line.kind !== itemKind.codes.choice },
          { name: 'good_choices', width: 120, readOnly: line => line.kind !== itemKind.codes.choice },
          { name: 'standard', width: 140 },
          { name: 'tool', width: 100 },
          { name: 'defect_class', width: 90 },
          { name: 'required', width: 70 },
        ]}
      />
    </DialogForm>
  )
}
