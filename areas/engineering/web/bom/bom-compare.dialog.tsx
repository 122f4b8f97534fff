import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Modal, Select } from 'antd'
import { useState } from 'react'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import { listMaterialBoms, showMaterialBom } from '../../model/bom/material-bom.calls.ts'
import { type MaterialBomRow, materialBomLine, type SubstituteRow } from '../../model/bom/material-bom.record.ts'
import { compareLines } from '../../model/bom/material-bom.rules.ts'
import { percentOf } from './percent.ts'
import '../engineering.css'

interface Line {
  material_id: string
  material_code: string
  material_name: string
  unit_name: string
  quantity: string
  scrap_rate: string
  valid_from: number | null
  expiry_time: number | null
  substitutes: SubstituteRow[]
}
const kinds = {
  added: { ...text('新增', 'Added'), colour: 'success' },
  removed: { ...text('移除', 'Removed'), colour: 'danger' },
  changed: { ...text('变更', 'Changed'), colour: 'warning' },
} as const

/** What is different between this version and another one of the same product. */
export function CompareDialog({ bom, onClose }: { bom: MaterialBomRow; onClose: () => void }) {
  const say = useSay()
  const language = useLanguage()
  const versions = useCall(listMaterialBoms, { material_id: bom.material_id, page_size: -1, order_by: '-created_time' })
  const others = ((versions.data?.result ?? []) as MaterialBomRow[]).filter(({ id }) => id !== bom.id)
  const [chosen, setChosen] = useState<string>()
  const other = others.find(({ id }) => id === chosen) ?? others[0]
  const before = useCall(showMaterialBom, other ? { id: other.id } : null)
  const after = useCall(showMaterialBom, { id: bom.id })
  const both = before.data && after.data
  const changes = both ? compareLines(before.data.lines as Line[], after.data.lines as Line[]) : []
  return (
    <Modal
      open
      width={860}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
      title={`${bom.material_code} ${bom.material_name}: ${say(text('对比版本', 'Compare versions'))}`}
    >
      {versions.data && others.length === 0 ? (
        <EmptyState text={text('该产品只有一个版本', 'The product has only this version')} />
      ) : (
        <>
          <p className="qt-bom-compare-head">
            <Select
              aria-label={say(text('对比的版本', 'Version to compare with'))}
              value={other?.id ?? ''}
              onChange={setChosen}
              popupMatchSelectWidth={false}
              options={others.map(row => ({
                value: row.id,
                label: `${row.version} · ${bomVersionStatus.stateOf(row.status)[language]}`,
              }))}
            />
            <span>→</span>
            <strong>{bom.version}</strong>
            {both ? (
              <span className="qt-secondary">
                {say(text('{count} 处不同', '{count} differences'), { count: changes.length })}
              </span>
            ) : null}
          </p>
          {both && changes.length === 0 ? (
            <EmptyState text={text('两个版本的子项相同', 'The components are the same')} />
          ) : (
            <table className="qt-plain-table">
              <thead>
                <tr>
                  <th>{say(text('物料', 'Material'))}</th>
                  <th>{say(text('变化', 'Change'))}</th>
                  <th>{other?.version}</th>
                  <th>{bom.version}</th>
                </tr>
              </thead>
              <tbody>
                {changes.map(({ kind, before: was, after: is }) => {
                  const line = (is ?? was)!
                  return (
                    <tr key={line.material_id}>
                      <td>
                        {line.material_code} {line.material_name}
                      </td>
                      <td>
                        <StatusTag of={kinds[kind]} />
                      </td>
                      <td>{was ? <LineText of={was} /> : '—'}</td>
                      <td>{is ? <LineText of={is} /> : '—'}</td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          )}
        </>
      )}
    </Modal>
  )
}

function LineText({ of }: { of: Line }) {
  const say = useSay()
  const { dayOf } = useOrgDate()
  const substitutes = of.substitutes.map(({ material_code, ratio }) => `${material_code} ×${ratio}`).join(', ')
  return (
    <>
      <Quantity value={of.quantity} unit={of.unit_name} />
      {isPositive(of.scrap_rate) ? ` · ${say(text('损耗', 'scrap'))} ${percentOf(of.scrap_rate)}%` : ''}
      {of.valid_from === null ? '' : ` · ${say(materialBomLine.fields.valid_from.title)} ${dayOf(of.valid_from)}`}
      {of.expiry_time === null ? '' : ` · ${say(materialBomLine.fields.expiry_time.title)} ${dayOf(of.expiry_time)}`}
      {substitutes ? ` · ${say(text('替代', 'substitutes'))} ${substitutes}` : ''}
    </>
  )
}
