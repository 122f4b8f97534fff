import { text } from '@qitao/core/text.ts'
import { useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { EditPage, useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Form } from 'antd'
import { schemeCalls } from '../../model/scheme/scheme.calls.ts'
import { type QcSchemeInput, qcScheme } from '../../model/scheme/scheme.record.ts'
import { sampling, schemeStatus } from '../../model/scheme/scheme.status.ts'
import { schemeAnswers } from '../refreshes.ts'

const scope = ['code', 'name', 'qc_type', 'material_id', 'type_id', 'supplier_id'] as const
const rest = ['skip_after', 'skip_one_in', 'release_hours', 'remark'] as const
const drawn = ['sampling', 'sample_size', 'inspection_level', 'aql'] as const
type SchemeForm = { [K in keyof QcSchemeInput]: QcSchemeInput[K] | null }
const blank: SchemeForm = {
  ...{ code: null, name: null, qc_type: 1, material_id: null, type_id: null, supplier_id: null, method_id: null },
  ...{ sampling: sampling.codes.all, sample_size: null, inspection_level: 'II', aql: null },
  ...{ skip_after: null, skip_one_in: null, release_hours: 24, remark: null },
}
const names = [...scope, 'method_id', ...drawn, ...rest] as const
/** What another way of sampling asked for is not kept. */
const wire = (form: SchemeForm) => {
  const given = Object.fromEntries(names.map(name => [name, form[name] ?? null])) as SchemeForm
  const isAql = given.sampling === sampling.codes.aql
  return {
    ...given,
    sample_size: given.sampling === sampling.codes.fixed ? given.sample_size : null,
    inspection_level: isAql ? given.inspection_level : null,
    aql: isAql ? given.aql : null,
  }
}

/** A QC plan: which goods, how much of them, by which method. */
export default function SchemeEditPage() {
  const { id } = useEditPayload<{ id?: string }>()
  const found = useDocument(schemeCalls.detail, id ? { id } : null)
  const add = useCommand(schemeCalls.add, { refreshes: schemeAnswers })
  const alter = useCommand(schemeCalls.alter, { refreshes: schemeAnswers })
  const record = found.data?.record
  return (
    <EditPage<SchemeForm>
      values={id ? (record as SchemeForm | undefined) : blank}
      load={found}
      history={record && { of: qcScheme, id: record.id }}
      readOnly={record !== undefined && schemeStatus.whyNot('alter', record.status)}
      saves={
        record
          ? [
              saveWith(
                alter,
                (form: SchemeForm) => ({ ...wire(form), id: record.id, row_version: record.row_version }) as never,
              ),
            ]
          : [saveWith(add, (form: SchemeForm) => wire(form) as never)]
      }
      heading={
        record && (
          <>
            <strong>
              {record.code} V{record.version}
            </strong>{' '}
            <StatusTag of={schemeStatus.stateOf(record.status)} />
          </>
        )
      }
    >
      <Section title={text('适用范围（空为全部）', 'Scope (empty: all)')}>
        {scope.map(name => (
          <Field key={name} of={qcScheme} name={name} autoFocus={name === 'code' && !id} />
        ))}
      </Section>
      <Section title={text('检什么、检多少', 'What and how much')}>
        <Field of={qcScheme} name="method_id" />
        <Field of={qcScheme} name="sampling" />
        <Drawn />
        {rest.map(name => (
          <Field key={name} of={qcScheme} name={name} wide={name === 'remark'} />
        ))}
      </Section>
    </EditPage>
  )
}

/** What the chosen way of sampling needs. */
function Drawn() {
  const chosen = Form.useWatch('sampling')
  if (chosen === sampling.codes.fixed) return <Field of={qcScheme} name="sample_size" />
  if (chosen !== sampling.codes.aql) return null
  return (
    <>
      <Field of={qcScheme} name="inspection_level" />
      <Field of={qcScheme} name="aql" />
    </>
  )
}
