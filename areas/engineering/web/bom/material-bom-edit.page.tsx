import { text } from '@qitao/core/text.ts'
import { useCall, useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { EditPage, useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { useGoBack } from '@qitao/platform/web/frame/use-go-back.ts'
import { act } from '@qitao/platform/web/list/act.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { confirm } from '@qitao/platform/web/show/confirm.tsx'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { nextVersion } from '../../model/bom/bom.rules.ts'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import {
  addMaterialBom,
  alterMaterialBom,
  listMaterialBoms,
  queryMaterialBomTree,
  releaseMaterialBoms,
  showMaterialBom,
} from '../../model/bom/material-bom.calls.ts'
import { type MaterialBomRow, materialBom } from '../../model/bom/material-bom.record.ts'
import { draftSaved } from '../draft-saved.ts'
import { BomTree } from './bom-tree.tsx'
import { type BomForm, blankBom, copyOfBom, formOfBom, wireOfBom } from './material-bom.form.ts'
import { MaterialBomLines } from './material-bom-lines.tsx'
import { Status } from './material-bom-status.tsx'

/** `id`: edit or read a version; `copy_of`: a new version that begins with the lines of another; neither: a new BoM. */
interface Payload {
  id?: string
  copy_of?: string
  /** Of a new one: its product. */
  material_id?: string
  material_name?: string
}

const releaseAsked = draftSaved(text('物料BOM', 'Material BoM'), text('物料计划', 'the material plan'))

export default function MaterialBomEditPage() {
  const say = useSay()
  const { id, copy_of, material_id, material_name } = useEditPayload<Payload>()
  const source = id ?? copy_of
  const bom = useDocument(showMaterialBom, source ? { id: source } : null)
  const record = bom.data?.record as MaterialBomRow | undefined
  const versions = useCall(
    listMaterialBoms,
    copy_of && record ? { material_id: record.material_id, page_size: -1 } : null,
  )
  const refreshes = [listMaterialBoms, showMaterialBom, queryMaterialBomTree]
  const releaseNew = useCommand(releaseMaterialBoms, { refreshes })
  const add = useCommand(addMaterialBom, {
    refreshes,
    success: null,
    done: async ({ id }) => {
      if (await confirm(releaseAsked)) await releaseNew.run({ ids: [id] })
    },
  })
  const alter = useCommand(alterMaterialBom, { refreshes })
  const release = useCommand(releaseMaterialBoms, { refreshes, done: useGoBack() })
  const [view, setView] = useState<'lines' | 'tree'>('lines')

  const taken = versions.data?.result as MaterialBomRow[] | undefined
  const values = useMemo((): BomForm | undefined => {
    if (!source) return material_id ? { ...blankBom, material_id, material_name } : blankBom
    if (!bom.data || (copy_of && !taken)) return undefined
    const form = formOfBom(bom.data.record as MaterialBomRow, bom.data.lines)
    return copy_of ? copyOfBom(form, nextVersion((taken ?? []).map(row => row.version))) : form
  }, [source, copy_of, bom.data, taken, material_id, material_name])
  const fixed = id && record ? bomVersionStatus.whyNot('alter', record.status) : undefined

  return (
    <EditPage<BomForm>
      values={values}
      load={bom}
      readOnly={fixed ?? false}
      history={id ? { of: materialBom, id } : undefined}
      saves={[
        id && record
          ? saveWith(alter, (form: BomForm) => ({ ...wireOfBom(form), id, row_version: record.row_version }))
          : saveWith(add, (form: BomForm) => wireOfBom(form)),
      ]}
      heading={
        id && record ? (
          <>
            <strong>
              {record.material_code} {record.material_name} {record.version}
            </strong>
            <Status of={record} />
          </>
        ) : (
          <strong>{say(copy_of ? text('新版本', 'New version') : text('新建物料BOM', 'New material BoM'))}</strong>
        )
      }
      actions={
        id && record
          ? [
              act(bomVersionStatus, 'release', record.status, release.with({ ids: [id] }), {
                ask: {
                  title: text('发布物料BOM？', 'Release?'),
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
        <Field of={materialBom} name="material_id" disabled={Boolean(source)} />
        <Field of={materialBom} name="version" />
        <Field of={materialBom} name="base_quantity" />
        <Field of={materialBom} name="valid_from" />
        <Field of={materialBom} name="expiry_time" />
        <Field of={materialBom} name="code" />
        <Field of={materialBom} name="remark" />
      </Section>
      {id ? (
        <Segmented<'lines' | 'tree'>
          aria-label={say(text('视图', 'View'))}
          disabled={false}
          value={view}
          onChange={setView}
          options={[
            { value: 'lines', label: say(text('子项', 'Components')) },
            { value: 'tree', label: say(text('多级结构', 'All levels')) },
          ]}
        />
      ) : null}
      <div hidden={view !== 'lines'}>
        <MaterialBomLines
          released={id && record && bomVersionStatus.can('substitute', record.status) ? id : undefined}
        />
      </div>
      {id && view === 'tree' ? <BomTree bom_id={id} /> : null}
    </EditPage>
  )
}
