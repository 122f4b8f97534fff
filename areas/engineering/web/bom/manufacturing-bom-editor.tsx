import { text } from '@qitao/core/text.ts'
import { useCall, useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { EditPage } from '@qitao/platform/web/form/edit-page.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { useGoBack } from '@qitao/platform/web/frame/use-go-back.ts'
import { act } from '@qitao/platform/web/list/act.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useMemo } from 'react'
import { nextVersion } from '../../model/bom/bom.rules.ts'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import {
  addManufacturingBom,
  alterManufacturingBom,
  listManufacturingBomCandidates,
  listManufacturingBoms,
  proposeManufacturingBom,
  releaseManufacturingBoms,
  showManufacturingBom,
} from '../../model/bom/manufacturing-bom.calls.ts'
import { manufacturingBom, type PortRow } from '../../model/bom/manufacturing-bom.record.ts'
import { listMaterialBoms, showMaterialBom } from '../../model/bom/material-bom.calls.ts'
import { FlowEditor } from './flow-editor.tsx'
import { type FlowForm, type FlowNode, formOfFlow, wireOfFlow } from './manufacturing-bom.form.ts'
import { Status } from './material-bom-status.tsx'

/** `id`: edit or read; `copy_of`: a new version like that one; `material_id`: a new one from BoM and routing; else choose. */
export interface ManufacturingBomPayload {
  id?: string
  copy_of?: string
  material_id?: string
  routing_id?: string
}

/** One manufacturing BoM: its processes, which components go in where, and how the work flows. */
export function ManufacturingBomEditor({ id, copy_of, material_id, routing_id }: ManufacturingBomPayload) {
  const say = useSay()
  const source = id ?? copy_of
  const stored = useDocument(showManufacturingBom, source ? { id: source } : null)
  const proposal = useCall(
    proposeManufacturingBom,
    !source && material_id ? { material_id, ...(routing_id ? { routing_id } : {}) } : null,
  )
  const others = useCall(listManufacturingBoms, copy_of && material_id ? { material_id, page_size: -1 } : null)
  // A new version is made for the last material BoM in the line, which may be another than its model's and still to come.
  const inForce = useCall(
    listMaterialBoms,
    copy_of && material_id ? { material_id, status: bomVersionStatus.codes.released, is_default: true } : null,
  )
  const record = stored.data?.record
  const newest = inForce.data?.result.toSorted((a, b) => (b.valid_from ?? 0) - (a.valid_from ?? 0))[0]
  const bom_id = newest?.id ?? record?.material_bom_id ?? proposal.data?.material_bom_id
  const bom = useCall(showMaterialBom, bom_id ? { id: bom_id } : null)
  const refreshes = [listManufacturingBoms, showManufacturingBom, listManufacturingBomCandidates]
  const add = useCommand(addManufacturingBom, { refreshes })
  const alter = useCommand(alterManufacturingBom, { refreshes })
  const release = useCommand(releaseManufacturingBoms, { refreshes, done: useGoBack() })

  const values = useMemo((): FlowForm | undefined => {
    if (bom_id && !bom.data) return undefined
    if (proposal.data) return formOfFlow(proposal.data, proposal.data.lines as FlowNode[])
    if (!stored.data) return undefined
    if (!copy_of) return formOfFlow(stored.data.record, stored.data.lines)
    if (!others.data || !inForce.data) return undefined
    const version = nextVersion(others.data.result.map(row => row.version))
    const head = {
      ...stored.data.record,
      version,
      material_bom_id: bom_id ?? null,
      valid_from: null,
      expiry_time: null,
    }
    return formOfFlow(head, stored.data.lines)
  }, [bom_id, bom.data, proposal.data, stored.data, others.data, inForce.data, copy_of])

  const of = record ?? proposal.data
  const product: PortRow = {
    material_id: of?.material_id ?? '',
    material_code: of?.material_code ?? '',
    material_name: of?.material_name ?? '',
    quantity: bom.data?.record.base_quantity ?? '1',
    unit_name: bom.data?.record.unit_name ?? '',
  }
  const fixed = id && record ? bomVersionStatus.whyNot('alter', record.status) : undefined
  return (
    <EditPage<FlowForm>
      values={values}
      load={(source ? stored : proposal) as typeof stored}
      readOnly={fixed ?? false}
      history={id ? { of: manufacturingBom, id } : undefined}
      saves={[
        id && record
          ? saveWith(alter, (form: FlowForm) => ({ ...wireOfFlow(form, product), id, row_version: record.row_version }))
          : saveWith(add, (form: FlowForm) => wireOfFlow(form, product)),
      ]}
      heading={
        <>
          <strong>
            {product.material_code} {product.material_name}
          </strong>
          {id && record ? <Status of={record} /> : <span>{say(text('新的制造BOM', 'New manufacturing BoM'))}</span>}
        </>
      }
      actions={
        id && record
          ? [
              act(bomVersionStatus, 'release', record.status, release.with({ ids: [id] }), {
                ask: {
                  title: text('发布制造BOM？', 'Release?'),
                  objects: [`${record.material_code} ${record.version}`],
                  detail: text(
                    '发布的是已保存的内容；发布后不可修改。',
                    'What was saved is released; it can then no longer be changed.',
                  ),
                },
              }),
            ]
          : []
      }
    >
      <Section title={text('基本信息', 'Basics')}>
        <Field of={manufacturingBom} name="version" />
        <Field of={manufacturingBom} name="mode" />
        <Field of={manufacturingBom} name="material_bom_id" disabled />
        <Field of={manufacturingBom} name="routing_id" />
        <Field of={manufacturingBom} name="valid_from" />
        <Field of={manufacturingBom} name="expiry_time" />
        <Field of={manufacturingBom} name="code" />
        <Field of={manufacturingBom} name="remark" />
      </Section>
      <FlowEditor product={product} components={bom.data?.lines} />
    </EditPage>
  )
}
