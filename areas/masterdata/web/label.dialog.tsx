import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/language.ts'
import { PrintDialog } from '@qitao/platform/web/print-dialog.tsx'
import { InputNumber, Segmented } from 'antd'
import { useState } from 'react'
import { labelObject, labelType, mostCopies, printLabel } from '../model/label.calls.ts'

interface LabelDialogProps {
  object: keyof typeof labelObject.codes
  ids: readonly string[]
  onClose: () => void
}

/** Labels of what was chosen: kind, copies, and how they look. */
export function LabelDialog({ object, ids, onClose }: LabelDialogProps) {
  const say = useSay()
  const [type, setType] = useState(labelType.codes.barcode as number)
  const [copies, setCopies] = useState(1)
  const label_type = type as 1 | 2
  return (
    <PrintDialog
      title={text('打印标签', 'Print labels')}
      call={printLabel}
      input={{ label_type, object_key: labelObject.codes[object], object_ids: [...ids], copies }}
      onClose={onClose}
    >
      <div className="qt-print-choices">
        <Segmented<number>
          aria-label={say(text('标签类型', 'Label'))}
          value={type}
          onChange={setType}
          options={labelType.list.map(one => ({ value: one.code as number, label: say(one) }))}
        />
        <label htmlFor="label-copies">
          {say(text('每个份数', 'Copies of each'))}{' '}
          <InputNumber
            id="label-copies"
            min={1}
            max={mostCopies}
            precision={0}
            value={copies}
            onChange={value => setCopies(value ?? 1)}
          />
        </label>
        <span className="qt-secondary">
          {say(text('共{count}张', '{count} labels'), { count: ids.length * copies })}
        </span>
      </div>
    </PrintDialog>
  )
}
