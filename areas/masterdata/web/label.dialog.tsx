import { customKey } from '@qitao/core/custom.ts'
import type { RecordType } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { tabLeaves } from '@qitao/platform/web/form/tab-onward.ts'
import { PrintDialog } from '@qitao/platform/web/list/print-dialog.tsx'
import { customNamesOf, useFullRecord } from '@qitao/platform/web/list/record-parts.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { InputNumber, Segmented, Select } from 'antd'
import { useState } from 'react'
import { labelObject, labelType, mostCopies, mostCustomOnLabel, printLabel } from '../model/material/label.calls.ts'
import { material } from '../model/material/material.record.ts'
import { device } from '../model/resource/device.record.ts'

/** Records whose own fields a label may show; bins, containers and lots have none. */
const without = { ...device, fields: {} }
const records: Readonly<Record<keyof typeof labelObject.codes, RecordType>> = {
  location: without,
  device,
  material,
  container: without,
  lot: without,
}

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
  const full = useFullRecord(records[object])
  const custom = customNamesOf(full)
  const [custom_keys, setKeys] = useState<string[]>([])
  return (
    <PrintDialog
      title={text('打印标签', 'Print labels')}
      call={printLabel}
      input={{ label_type, object_key: labelObject.codes[object], object_ids: [...ids], copies, custom_keys }}
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
        {custom.length > 0 ? (
          <Select
            mode="multiple"
            onInputKeyDown={tabLeaves}
            allowClear
            maxCount={mostCustomOnLabel}
            value={custom_keys}
            onChange={setKeys}
            popupMatchSelectWidth={false}
            aria-label={say(text('标签上的自定义字段', 'Custom fields on the label'))}
            placeholder={say(text('自定义字段', 'Custom fields'))}
            options={custom.map(name => ({ value: customKey(name), label: say(full.fields[name]!.title) }))}
          />
        ) : null}
        <span className="qt-secondary">
          {say(text('共{count}张', '{count} labels'), { count: ids.length * copies })}
        </span>
      </div>
    </PrintDialog>
  )
}
