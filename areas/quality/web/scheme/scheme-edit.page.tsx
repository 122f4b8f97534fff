import { text } from '@qitao/core/text.ts'
import { useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { EditPage, useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Form } from 'antd'
import { isOnTheFloor, qcType } from '../../model/qc-type.status.ts'
import { schemeCalls } from '../../model/scheme/scheme.calls.ts'
import { type QcSchemeInput, qcScheme } from '../../model/scheme/scheme.record.ts'
import { blocks, sampling, schemeStatus } from '../../model/scheme/scheme.status.ts'
import { schemeAnswers } from '../refreshes.ts'

const scope = ['code', 'name', 'qc_type', 'material_id', 'type_id'] as const
const rest = ['skip_after', 'skip_one_in', 'release_hours', 'remark'] as const
const floor = ['process_id', 'every_pieces', 'every_hours', 'blocks'] as const
const drawn = ['sampling', 'sample_size', 'inspection_level', 'aql'] as const
type SchemeForm = { [K in keyof QcSchemeInput]: QcSchemeInput[K] | null }
const blank: SchemeForm = {
  ...{ code: null, name: null, qc_type: 1, material_id: null, type_id: null, supplier_id: null, method_id: null },
  ...{ process_id: null, every_pieces: null, every_hours: null, blocks: blocks.codes.none },
  ...{ sampling: sampling.codes.all, sample_size: null, inspection_level: 'II', aql: null },
  ...{ skip_after: null, skip_one_in: null, release_hours: 24, remark: null },
}
const names = [...scope, 'supplier_id', ...floor, 'method_id', ...drawn, ...rest] as const
/** What another kind of inspection or way of sampling asked for is not kept. */
const wire = (form: SchemeForm) => {
  const given = Object.fromEntries(names.map(name => [name, form[name] ?? null])) as SchemeForm
  const onFloor = given.qc_type !== null && isOnTheFloor(given.qc_type)
  const isRepeated = given.qc_type === qcType.codes.in_process
  const isAql = given.sampling === sampling.codes.aql
  return {
    ...given,
    supplier_id: onFloor ? null : given.supplier_id,
    process_id: onFloor ? given.process_id : null,
    every_pieces: isRepeated ? given.every_pieces : null,
    every_hours: isRepeated ? given.every_hours : null,
    blocks: onFloor ? given.blocks : blocks.codes.none,
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
          ? [saveWith(alter, (form: SchemeForm) => ({ ...wire(form), id: record.id, row_version: record.row_version }))]
          : [saveWith(add, (form: SchemeForm) => wire(form))]
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
        <Scope />
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

/** Goods come from a supplier; pieces in work are at a step, when they are inspected and what waits for it. */
function Scope() {
  const qc_type = Form.useWatch('qc_type')
  if (qc_type === undefined || !isOnTheFloor(qc_type)) return <Field of={qcScheme} name="supplier_id" />
  return (
    <>
      <Field of={qcScheme} name="process_id" />
      {qc_type === qcType.codes.in_process ? (
        <>
          <Field of={qcScheme} name="every_pieces" />
          <Field of={qcScheme} name="every_hours" />
        </>
      ) : null}
      <Field of={qcScheme} name="blocks" />
    </>
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
