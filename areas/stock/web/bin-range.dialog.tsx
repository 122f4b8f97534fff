import type { AnyCall } from '@qitao/core/call.ts'
import type { DraftOf } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Form } from 'antd'
import { codesBetween, isCodes } from '../model/bin-range.rules.ts'
import { addBinRange } from '../model/warehouse.calls.ts'
import { binRange, binType } from '../model/warehouse.record.ts'

type Range = DraftOf<typeof binRange>
const names = ['warehouse_id', 'from_code', 'to_code', 'area', 'type', 'capacity', 'mixed_lots', 'route_order'] as const

/** Bins of one kind by the dozen; how many and which is seen before they are made. */
export function BinRangeDialog({ refreshes, onClose }: { refreshes: readonly AnyCall[]; onClose: () => void }) {
  const add = useCommand(addBinRange, {
    refreshes,
    success: ({ affected, existing }) =>
      existing === 0
        ? text(`已新建 ${affected} 个库位`, `${affected} bins made`)
        : text(
            `已新建 ${affected} 个库位，${existing} 个已存在`,
            `${affected} bins made, ${existing} were there already`,
          ),
  })
  return (
    <DialogForm<Range>
      open
      title={binRange.title}
      values={{
        ...{ warehouse_id: null, from_code: '', to_code: '', area: null, type: binType.codes.storage },
        ...{ capacity: null, mixed_lots: true, route_order: null },
      }}
      save={saveWith(add, (form: Range) => form)}
      onClose={onClose}
    >
      {names.map((name, index) => (
        <Field key={name} of={binRange} name={name} autoFocus={index === 0} />
      ))}
      <Preview />
    </DialogForm>
  )
}

function Preview() {
  const say = useSay()
  const from = (Form.useWatch('from_code') ?? '') as string
  const to = (Form.useWatch('to_code') ?? '') as string
  if (from === '' || to === '')
    return <p className="qt-secondary">{say(text('如 A-01-01 到 A-10-05', 'As A-01-01 to A-10-05'))}</p>
  const found = codesBetween(from, to)
  if (!isCodes(found)) return <p className="qt-late">{say(found.detail, found)}</p>
  return (
    <p role="status">
      {say(text('共 {count} 个：{first} … {last}', '{count}: {first} … {last}'), {
        ...{ count: found.length, first: found.slice(0, 3).join('、'), last: found.at(-1) ?? '' },
      })}
    </p>
  )
}
