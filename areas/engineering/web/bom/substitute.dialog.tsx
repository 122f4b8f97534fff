import { ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { convert, isPositive, isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { FieldInput } from '@qitao/platform/web/form/field-input.tsx'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { useOnlyRead } from '@qitao/platform/web/form/only-read.ts'
import { pickerOf } from '@qitao/platform/web/form/pickers.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button, ConfigProvider, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import {
  approveSubstitute,
  listMaterialBoms,
  proposeSubstitute,
  showMaterialBom,
} from '../../model/bom/material-bom.calls.ts'
import { materialBomLine, mostSubstitutes, type SubstituteRow } from '../../model/bom/material-bom.record.ts'
import { useDays } from './days.ts'
import type { BomLine } from './material-bom.form.ts'
import { SubstituteStatus } from './material-bom-status.tsx'
import '../engineering.css'

const ratioDecimals = 6
const width = 860
const dayNames = ['valid_from', 'expiry_time'] as const
const proposal = {
  ...{ ratio: '1', valid_from: null, expiry_time: null },
  ...{ approved: true, reason: null, proposed_by_name: null, approved_by_name: null, approved_time: null },
}

/** Substitutes of one line, in order of preference. It stands in the form beside the line table and writes the same list. */
export function SubstituteDialog({
  line,
  released,
  onClose,
  value = [],
  onChange,
}: {
  line: BomLine | undefined
  /** The version when it is released: substitutes are then proposed and approved one by one. */
  released: string | undefined
  onClose: () => void
  value?: readonly BomLine[]
  onChange?: (lines: readonly BomLine[]) => void
}) {
  const say = useSay()
  const readOnly = useOnlyRead()
  const [list, setList] = useState<readonly SubstituteRow[]>([])
  useEffect(() => setList(line?.substitutes ?? []), [line])
  if (!line) return null
  if (released) return <ReleasedSubstitutes line={line} bom_id={released} onClose={onClose} />
  const Picker = pickerOf('material')
  const complete = list.every(({ ratio }) => isQuantity(ratio) && isPositive(ratio))
  const save = () => {
    onChange?.(value.map(one => (one === line ? { ...one, substitutes: [...list] } : one)))
    onClose()
  }
  return (
    <Modal
      open
      title={`${say(text('替代料', 'Substitutes'))}: ${line.material_name ?? ''}`}
      onCancel={onClose}
      onOk={save}
      okText={say(text('确定', 'OK'))}
      cancelText={say(text('取消', 'Cancel'))}
      okButtonProps={{ disabled: readOnly || !complete }}
      width={width}
    >
      <p className="qt-secondary">
        {say(
          text(
            '主料不足时按顺序使用；比例：1 个主料需要多少替代料。',
            'Used in this order when the component is short. Ratio: how much of it replaces 1 of the component.',
          ),
        )}
      </p>
      <div className="qt-side-by-side">
        <table className="qt-plain-table">
          {list.length === 0 ? null : (
            <thead>
              <tr>
                <th>{say(text('顺序', 'Order'))}</th>
                <th>{say(text('物料', 'Material'))}</th>
                <th>{say(text('比例', 'Ratio'))}</th>
                <th>{say(materialBomLine.fields.valid_from.title)}</th>
                <th>{say(materialBomLine.fields.expiry_time.title)}</th>
                <th />
              </tr>
            </thead>
          )}
          <tbody>
            {list.map((one, index) => (
              <tr key={one.material_id}>
                <td className="qt-number">{index + 1}</td>
                <td>
                  {one.material_code} {one.material_name}
                </td>
                <td className="qt-ratio">
                  <NumberInput
                    aria-label={say(text('比例', 'Ratio'))}
                    decimals={ratioDecimals}
                    disabled={readOnly}
                    value={one.ratio}
                    onChange={ratio => setList(list.with(index, { ...one, ratio: ratio ?? '' }))}
                  />
                </td>
                {dayNames.map(name => (
                  <td key={name} className="qt-substitute-day">
                    <FieldInput
                      of={materialBomLine.fields[name]}
                      value={one[name]}
                      disabled={readOnly}
                      onChange={day => setList(list.with(index, { ...one, [name]: day as number | null }))}
                    />
                  </td>
                ))}
                <td>
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowUpOutlined aria-hidden />}
                    disabled={readOnly || index === 0}
                    aria-label={say(text('上移', 'Move up'))}
                    onClick={() => setList(list.toSpliced(index, 1).toSpliced(index - 1, 0, one))}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined aria-hidden />}
                    disabled={readOnly}
                    aria-label={say(text('删除', 'Delete'))}
                    onClick={() => setList(list.toSpliced(index, 1))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {readOnly || list.length >= mostSubstitutes ? null : (
        <div className="qt-substitute-add">
          <Picker
            value={null}
            placeholder={say(text('添加替代料：输入编号或名称', 'Add a substitute: type a code or name'))}
            aria-label={say(text('添加替代料', 'Add a substitute'))}
            without={[line.material_id ?? '', ...list.map(one => one.material_id)]}
            onChange={(_, picked) => {
              if (!picked || picked.id === line.material_id || list.some(one => one.material_id === picked.id)) return
              setList([
                ...list,
                {
                  ...proposal,
                  material_id: picked.id,
                  material_code: String(picked.code),
                  material_name: String(picked.name),
                },
              ])
            }}
          />
        </div>
      )}
    </Modal>
  )
}

/** What replaces a component of a released version: each is approved or withdrawn by itself, and another one is proposed. */
function ReleasedSubstitutes({ line, bom_id, onClose }: { line: BomLine; bom_id: string; onClose: () => void }) {
  const say = useSay()
  const daysOf = useDays()
  const found = useCall(showMaterialBom, { id: bom_id })
  const refreshes = [showMaterialBom, listMaterialBoms]
  const approve = useCommand(approveSubstitute, { refreshes })
  const [other, setOther] = useState<SubstituteRow>()
  const [reason, setReason] = useState('')
  const propose = useCommand(proposeSubstitute, {
    refreshes,
    done: () => {
      setOther(undefined)
      setReason('')
    },
  })
  const component_id = line.material_id ?? ''
  const list = found.data?.lines.find(one => one.material_id === component_id)?.substitutes ?? line.substitutes
  const offered = [component_id, ...list.map(one => one.material_id)]
  const Picker = pickerOf('material')
  // The form of a released version rests; what may still be proposed to it does not.
  return (
    <ConfigProvider componentDisabled={false}>
      <Modal
        open
        title={`${say(text('替代料', 'Substitutes'))}: ${line.material_name ?? ''}`}
        onCancel={onClose}
        footer={null}
        width={width}
      >
        <p className="qt-secondary">
          {say(
            text(
              '主料不足时按顺序使用，仅用已批准且在开工日有效的。版本发布时已有的替代料视为已批准。',
              'Used in this order when the component is short, if approved and valid on the day the order begins. What was there at the release of the version counts as approved.',
            ),
          )}
        </p>
        <div className="qt-side-by-side">
          <table className="qt-plain-table">
            <tbody>
              {list.map((one, index) => (
                <tr key={one.material_id}>
                  <td className="qt-number">{index + 1}</td>
                  <td>
                    {one.material_code} {one.material_name}
                    {one.reason === null ? null : <div className="qt-secondary">{one.reason}</div>}
                  </td>
                  <td className="qt-number">×{convert(one.ratio, '1', '1')}</td>
                  <td>{daysOf(one)}</td>
                  <td>
                    <SubstituteStatus of={one} />
                    {(one.approved_by_name ?? one.proposed_by_name) ? (
                      <span className="qt-secondary"> {one.approved_by_name ?? one.proposed_by_name}</span>
                    ) : null}
                  </td>
                  <td>
                    <ActButton
                      size="small"
                      loading={approve.pending}
                      act={{
                        title: one.approved ? text('停用', 'Withdraw') : text('批准', 'Approve'),
                        run: approve.with({
                          ...{ bom_id, component_id, material_id: one.material_id, approved: !one.approved },
                        }),
                      }}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {list.length >= mostSubstitutes ? null : (
          <div className="qt-substitute-add">
            <Picker
              value={other?.material_id ?? null}
              placeholder={say(text('提出替代料：输入编号或名称', 'Propose a substitute: type a code or name'))}
              aria-label={say(text('提出替代料', 'Propose a substitute'))}
              without={offered}
              onChange={(_, picked) =>
                setOther(
                  picked && !offered.includes(picked.id)
                    ? {
                        ...proposal,
                        material_id: picked.id,
                        material_code: String(picked.code),
                        material_name: String(picked.name),
                      }
                    : undefined,
                )
              }
            />
            {other ? (
              <>
                <NumberInput
                  aria-label={say(text('比例', 'Ratio'))}
                  decimals={ratioDecimals}
                  value={other.ratio}
                  onChange={ratio => setOther({ ...other, ratio: ratio ?? '' })}
                />
                <div className="qt-substitute-days">
                  {dayNames.map(name => (
                    // biome-ignore lint/a11y/noLabelWithoutControl: the input is within
                    <label key={name}>
                      {say(materialBomLine.fields[name].title)}
                      <FieldInput
                        of={materialBomLine.fields[name]}
                        value={other[name]}
                        onChange={day => setOther({ ...other, [name]: day as number | null })}
                      />
                    </label>
                  ))}
                </div>
                <Input
                  value={reason}
                  maxLength={255}
                  placeholder={say(text('原因', 'Reason'))}
                  aria-label={say(text('原因', 'Reason'))}
                  onChange={event => setReason(event.target.value)}
                />
                <ActButton
                  primary
                  loading={propose.pending}
                  act={{
                    title: text('提出', 'Propose'),
                    whyNot:
                      isQuantity(other.ratio) && isPositive(other.ratio)
                        ? undefined
                        : text('请填写比例', 'Enter a ratio'),
                    run: propose.with({
                      ...{ bom_id, component_id, material_id: other.material_id, ratio: other.ratio },
                      ...{ valid_from: other.valid_from, expiry_time: other.expiry_time, reason: reason || null },
                    }),
                  }}
                />
              </>
            ) : null}
          </div>
        )}
      </Modal>
    </ConfigProvider>
  )
}
