import { ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { isPositive, isQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { useOnlyRead } from '@qitao/platform/web/form/only-read.ts'
import { pickerOf } from '@qitao/platform/web/form/pickers.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { mostSubstitutes, type SubstituteRow } from '../../model/bom/material-bom.record.ts'
import type { BomLine } from './material-bom.form.ts'
import '../engineering.css'

const ratioDecimals = 6

/** Substitutes of one line, in order of preference. It stands in the form beside the line table and writes the same list. */
export function SubstituteDialog({
  line,
  onClose,
  value = [],
  onChange,
}: {
  line: BomLine | undefined
  onClose: () => void
  value?: readonly BomLine[]
  onChange?: (lines: readonly BomLine[]) => void
}) {
  const say = useSay()
  const readOnly = useOnlyRead()
  const [list, setList] = useState<readonly SubstituteRow[]>([])
  useEffect(() => setList(line?.substitutes ?? []), [line])
  if (!line) return null
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
      width={600}
    >
      <p className="qt-secondary">
        {say(
          text(
            '主料不足时按顺序使用；比例：1 个主料需要多少替代料。',
            'Used in this order when the component is short. Ratio: how much of it replaces 1 of the component.',
          ),
        )}
      </p>
      <table className="qt-plain-table">
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
      {readOnly || list.length >= mostSubstitutes ? null : (
        <div className="qt-substitute-add">
          <Picker
            value={null}
            placeholder={say(text('添加替代料：输入编号或名称', 'Add a substitute: type a code or name'))}
            aria-label={say(text('添加替代料', 'Add a substitute'))}
            onChange={(_, picked) => {
              if (!picked || picked.id === line.material_id || list.some(one => one.material_id === picked.id)) return
              setList([
                ...list,
                {
                  material_id: picked.id,
                  ratio: '1',
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
