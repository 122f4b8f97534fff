import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import { useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { Form } from 'antd'
import { addRouting, alterRouting, listRoutings, showRouting } from '../../model/routing.calls.ts'
import { type RoutingRow, type RoutingStepRow, routing, routingStep } from '../../model/routing.record.ts'

interface Step {
  sequence: number | null
  process_id: string | null
  process_name?: string
  overlap_quantity: string | null
  wait_seconds: number | null
}
interface RoutingForm {
  code: string
  name: string
  version: string
  material_id: string | null
  status: number
  remark: string | null
  lines: Step[]
}
const stepDistance = 10
const empty: RoutingForm = {
  code: '',
  name: '',
  version: '1',
  material_id: null,
  status: enabledStatus.codes.enabled,
  remark: null,
  lines: [],
}

const formOf = (record: RoutingRow, lines: readonly RoutingStepRow[], copy: boolean): RoutingForm => ({
  ...(record as unknown as RoutingForm),
  ...(copy ? { version: '' } : {}),
  lines: lines as unknown as Step[],
})
const wire = ({ code, name, version, material_id, status, remark, lines }: RoutingForm) => ({
  code,
  name,
  version,
  material_id: material_id ?? null,
  status,
  remark: remark ?? null,
  lines: lines.map(({ sequence, process_id, overlap_quantity, wait_seconds }) => ({
    sequence,
    process_id,
    overlap_quantity: overlap_quantity ?? null,
    wait_seconds: wait_seconds ?? 0,
  })),
})

/** New, changed or copied (`copy`: into a new version) routing. */
export function RoutingDialog({ id, copy = false, onClose }: { id?: string; copy?: boolean; onClose: () => void }) {
  const found = useDocument(showRouting, id ? { id } : null)
  const refreshes = [listRoutings, showRouting]
  const add = useCommand(addRouting, { refreshes })
  const alter = useCommand(alterRouting, { refreshes })
  const record = found.data?.record as RoutingRow | undefined
  if (id && !record) return null
  const values = record ? formOf(record, found.data!.lines as RoutingStepRow[], copy) : empty
  const save =
    record && !copy
      ? saveWith(
          alter,
          (form: RoutingForm) => ({ ...wire(form), id: record.id, row_version: record.row_version }) as never,
        )
      : saveWith(add, (form: RoutingForm) => wire(form) as never)
  return (
    <DialogForm<RoutingForm>
      open
      wide
      title={
        record && !copy
          ? text(`工艺路线 ${record.code}`, `Routing ${record.code}`)
          : text('新建工艺路线', 'New routing')
      }
      values={values}
      save={save}
      reload={async () => {
        await found.refetch()
        onClose()
      }}
      onClose={onClose}
      history={record && !copy ? { of: routing, id: record.id } : undefined}
    >
      <Section>
        <Field of={routing} name="code" autoFocus />
        <Field of={routing} name="name" />
        <Field of={routing} name="version" />
        <Field of={routing} name="material_id" />
        <Field of={routing} name="status" />
        <Field of={routing} name="remark" />
      </Section>
      <StepTable />
    </DialogForm>
  )
}

function StepTable() {
  const form = Form.useFormInstance()
  const next = () => {
    const lines = (form.getFieldValue('lines') ?? []) as Step[]
    return Math.max(0, ...lines.map(line => line.sequence ?? 0)) + stepDistance
  }
  return (
    <LineTable<Step>
      name="lines"
      of={routingStep}
      title={text('工序', 'Steps')}
      most={200}
      blank={() => ({ sequence: next(), process_id: null, overlap_quantity: null, wait_seconds: 0 })}
      change={(line, changed, picked) =>
        changed === 'process_id' ? { ...line, process_name: (picked?.name as string | undefined) ?? '' } : line
      }
      columns={[
        { name: 'sequence', width: 80 },
        { name: 'process_id', width: 260 },
        { name: 'overlap_quantity', width: 130 },
        { name: 'wait_seconds', width: 130 },
      ]}
    />
  )
}
