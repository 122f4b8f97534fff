import type { AnyCall, In } from '@qitao/core/call.ts'
import type { Draft, DraftOf } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { useCall, useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { confirm } from '@qitao/platform/web/show/confirm.tsx'
import { Form } from 'antd'
import { nextVersion } from '../../model/bom/bom.rules.ts'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import {
  addRouting,
  alterRouting,
  listRoutings,
  releaseRoutings,
  showRouting,
} from '../../model/routing/routing.calls.ts'
import { type RoutingRow, type RoutingStepRow, routing, routingStep } from '../../model/routing/routing.record.ts'
import { MadeOutside } from '../bom/steps.tsx'
import { draftSaved } from '../draft-saved.ts'

type RoutingForm = Draft<In<typeof addRouting>>
type Step = DraftOf<typeof routingStep> & {
  readonly process_name?: string
  readonly made_by?: readonly string[] | null | undefined
}

const releaseAsked = draftSaved(text('工艺路线', 'Routing'), text('排产', 'schedules'))
const stepDistance = 10
const empty: RoutingForm = {
  ...{ code: '', name: '', version: '1', material_id: null, valid_from: null, expiry_time: null, remark: null },
  lines: [],
}
const formOf = (
  { code, name, version, material_id, valid_from, expiry_time, remark }: RoutingRow,
  lines: readonly RoutingStepRow[],
): RoutingForm => ({ code, name, version, material_id, valid_from, expiry_time, remark, lines })
/** The product that a new one is for. */
interface RoutedProduct {
  readonly material_id: string
  readonly material_code: string
  readonly material_name: string
}
/** The product's name is shown beside its id. */
const wire = ({ lines, material_name: _, ...head }: RoutingForm & { material_name?: string }): RoutingForm => ({
  ...head,
  lines: (lines ?? []).map(({ sequence, process_id, overlap_quantity, wait_seconds }) => ({
    ...{ sequence, process_id, overlap_quantity: overlap_quantity ?? null, wait_seconds: wait_seconds ?? 0 },
  })),
})

/** New, changed or copied (`copy`: into a new version) routing; what is released is looked at. */
export function RoutingDialog({
  id,
  copy = false,
  of,
  refreshes: also = [],
  onClose,
}: {
  id?: string
  copy?: boolean
  of?: RoutedProduct
  refreshes?: readonly AnyCall[]
  onClose: () => void
}) {
  const found = useDocument(showRouting, id ? { id } : null)
  const refreshes = [listRoutings, showRouting, ...also]
  const release = useCommand(releaseRoutings, { refreshes })
  const add = useCommand(addRouting, {
    refreshes,
    success: null,
    done: async ({ id }) => {
      if (await confirm(releaseAsked)) await release.run({ ids: [id] })
    },
  })
  const alter = useCommand(alterRouting, { refreshes })
  const record = found.data?.record
  const taken = useCall(listRoutings, copy && record ? { keyword: record.code, page_size: -1 } : null)
  if (id && !record) return null
  if (copy && record && !taken.data) return null
  const version = nextVersion((taken.data?.result ?? []).flatMap(one => (one.code === record?.code ? one.version : [])))
  const blank = of
    ? {
        ...empty,
        code: of.material_code,
        name: of.material_name,
        material_id: of.material_id,
        material_name: of.material_name,
      }
    : empty
  const form = record ? formOf(record, found.data!.lines) : blank
  const values = copy ? { ...form, version, valid_from: null, expiry_time: null } : form
  const save =
    record && !copy
      ? saveWith(alter, (form: RoutingForm) => ({ ...wire(form), id: record.id, row_version: record.row_version }))
      : saveWith(add, wire)
  return (
    <DialogForm<RoutingForm>
      open
      wide
      title={
        record && !copy
          ? text(`工艺路线 ${record.code} ${record.version}`, `Routing ${record.code} ${record.version}`)
          : text('新建工艺路线', 'New routing')
      }
      values={values}
      save={save}
      reload={async () => {
        await found.refetch()
        onClose()
      }}
      onClose={onClose}
      whyNot={record && !copy ? bomVersionStatus.whyNot('alter', record.status) : undefined}
      history={record && !copy ? { of: routing, id: record.id } : undefined}
    >
      <Section>
        <Field of={routing} name="code" autoFocus />
        <Field of={routing} name="name" />
        <Field of={routing} name="version" />
        <Field of={routing} name="material_id" />
        <Field of={routing} name="valid_from" />
        <Field of={routing} name="expiry_time" />
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
    return Math.max(0, ...lines.map(line => Number(line.sequence ?? 0))) + stepDistance
  }
  return (
    <LineTable<Step>
      name="lines"
      of={routingStep}
      title={text('工序', 'Steps')}
      most={200}
      blank={() => ({ sequence: next(), process_id: null, overlap_quantity: null, wait_seconds: 0 })}
      change={(line, changed, picked) =>
        changed === 'process_id'
          ? { ...line, process_name: (picked?.name as string | undefined) ?? '', made_by: null }
          : line
      }
      columns={[
        { name: 'sequence', width: 80 },
        { name: 'process_id', width: 260 },
        { name: 'overlap_quantity', width: 130 },
        { name: 'wait_seconds', width: 130 },
        {
          ...{ name: 'made_by', width: 180, readOnly: true },
          show: ({ made_by }) => (made_by ? <MadeOutside by={made_by} names /> : null),
        },
      ]}
    />
  )
}
